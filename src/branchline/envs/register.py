"""Every board as a Gymnasium environment by name."""

from gymnasium.envs.registration import register

from branchline import boards


def register_all() -> None:
    """Register `branchline/Nordic-v0` and the like."""
    for name in boards.names():
        register(
            f"branchline/{name.replace('_', ' ').title().replace(' ', '')}-v0",
            entry_point="branchline.envs.gymnasium:SeatEnv",
            vector_entry_point="branchline.envs.gymnasium:SeatsEnv",
            kwargs={"board": name},
        )
