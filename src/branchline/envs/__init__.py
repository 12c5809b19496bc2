"""Environments for programs that learn: PettingZoo, Gymnasium and OpenSpiel (the extra `envs`).

Importing this registers every board with Gymnasium as `branchline/Nordic-v0` and the like, where Gymnasium is
installed.
"""

from contextlib import suppress

with suppress(ImportError):
    from branchline.envs.register import register_all

    register_all()
