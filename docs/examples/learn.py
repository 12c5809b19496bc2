"""Teaches a small network to beat greedy, in a few minutes on one core: `python learn.py`.

The network plays both seats against greedy in 512 games at once, all of it in compiled code. At every decision the
planner is asked what it would do there, and the network learns that answer: so it is taught in the positions that it
gets into by its own mistakes, not only in those of a teacher who makes none (DAgger: Ross, Gordon and Bagnell, 2011).
It sees what its seat sees, and actions that are not legal are masked.

Needs PyTorch. A curve of how often it won is written to learning-curve.svg, the network to learnt.pt.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

from branchline import Batch, Vector

GAMES = 256  # for each seat
KEPT = 400_000  # decisions to learn from; older ones are forgotten
TAUGHT = 40  # steps that the teacher plays at first, to show what games look like
BATCH, ROUNDS = 512, 2  # decisions in a lesson, and lessons a step


class Tables:
    """Games against a bot: in the first half of them the learner has the first seat, in the others the second."""

    def __init__(self, board: str, seed: int, rival: str = "greedy", games: int = GAMES) -> None:
        batches = [Batch(board, 2, games, seed=2 * seed + s) for s in (0, 1)]
        self.halves = [Vector(batch, bots={1 - s: rival}, threads=1) for s, batch in enumerate(batches)]

    def seen(self) -> tuple[np.ndarray, np.ndarray]:
        """What the learner sees and may do in every game."""
        return tuple(np.concatenate([getattr(h, name) for h in self.halves]) for name in ("observations", "masks"))

    def advice(self, bot: str) -> np.ndarray:
        """What a bot would do there."""
        return np.concatenate([half.advice(bot) for half in self.halves])

    def step(self, actions: np.ndarray) -> list[float]:
        """Play on; what the learner got in the games that ended: 1 for a win, a share where it is shared."""
        won: list[float] = []
        for seat, (half, chosen) in enumerate(zip(self.halves, np.split(actions, 2), strict=True)):
            half.step(chosen)
            won += half.rewards[half.done, seat].tolist()
        return won


class Policy(nn.Module):
    """Two hidden layers; what it sees is brought to a common scale first."""

    def __init__(self, sees: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(sees, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, actions)
        )
        self.register_buffer("mean", torch.zeros(sees))
        self.register_buffer("spread", torch.ones(sees))

    def scale_by(self, seen: np.ndarray) -> None:
        """Take the scale from some observations."""
        self.mean = torch.from_numpy(seen.mean(0)).float()
        self.spread = torch.from_numpy(seen.std(0)).float().clamp(min=0.3)

    def forward(self, seen: np.ndarray, masks: np.ndarray) -> torch.Tensor:
        """How much it likes each action; those that are not legal not at all."""
        scaled = (torch.from_numpy(seen).float() - self.mean) / self.spread
        return self.layers(scaled).masked_fill(~torch.from_numpy(masks), -1e9)


class Notes:
    """The last decisions, and what the teacher would have done."""

    def __init__(self, size: int, seen: np.ndarray, masks: np.ndarray) -> None:
        self.seen = np.zeros((size, seen.shape[1]), seen.dtype)
        self.masks = np.zeros((size, masks.shape[1]), masks.dtype)
        self.answers = np.zeros(size, np.int64)
        self.count = 0

    def add(self, seen: np.ndarray, masks: np.ndarray, answers: np.ndarray) -> None:
        """Note decisions, over the oldest ones if there is no room."""
        places = np.arange(self.count, self.count + len(seen)) % len(self.seen)
        self.seen[places], self.masks[places], self.answers[places] = seen, masks, answers
        self.count += len(seen)

    def some(self, rng: np.random.Generator, n: int) -> np.ndarray:
        """The places of n decisions, at random."""
        return rng.integers(min(self.count, len(self.seen)), size=n)


def learn(
    board: str, steps: int, seed: int = 1, teacher: str = "planner-1"
) -> tuple[Policy, list[tuple[float, float, float]]]:
    """The network after so many steps; and its curve: processor seconds, share won, share of the teacher's answers."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    tables = Tables(board, seed)
    seen, masks = tables.seen()
    policy, notes = Policy(seen.shape[1], masks.shape[1]), Notes(KEPT, seen, masks)
    optimizer = torch.optim.Adam(policy.parameters())
    curve, won, agreed = [], [], []
    began = time.process_time()
    for step in range(steps):
        seen, masks = tables.seen()
        answers = tables.advice(teacher)
        notes.add(seen, masks, answers)
        if step < TAUGHT:
            tables.step(answers)
            continue
        if step == TAUGHT:
            policy.scale_by(notes.seen[: notes.count])
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (1 - step / steps) + 1e-5
        for _ in range(ROUNDS):
            some = notes.some(rng, BATCH)
            loss = nn.functional.cross_entropy(
                policy(notes.seen[some], notes.masks[some]), torch.from_numpy(notes.answers[some])
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            likes = policy(seen, masks)
            chosen = torch.distributions.Categorical(logits=likes).sample().numpy()
        agreed.append((chosen == answers).mean())
        won += tables.step(chosen)
        if (step + 1) % max(1, steps // 40) == 0:
            share = float(np.mean(won[-1000:])) if won else 0.0
            curve.append((time.process_time() - began, share, float(np.mean(agreed[-100:]))))
            print(f"step {step + 1}: {curve[-1][0]:.0f} s, won {share:.1%} of the last games, {curve[-1][2]:.1%} alike")
    return policy, curve


def play(policy: Policy, board: str, games: int, seed: int, rival: str = "greedy") -> float:
    """The share of games won, on new deals, always doing what the network likes best."""
    tables, won = Tables(board, seed, rival), []
    while len(won) < games:
        with torch.no_grad():
            won += tables.step(policy(*tables.seen()).argmax(1).numpy())
    return float(np.mean(won))


def draw(curve: Sequence[tuple[float, float, float]], path: str, title: str) -> None:
    """The curve as a picture."""
    longest = max(seconds for seconds, _, _ in curve) or 1.0

    def line(column: int, colour: str) -> str:
        points = " ".join(f"{60 + 560 * point[0] / longest:.1f},{340 - 280 * point[column]:.1f}" for point in curve)
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>'

    rules = "".join(
        f'<path d="M60 {340 - 280 * k / 5:.0f}H620" stroke="#d8dde2"/><text x="52" y="{344 - 280 * k / 5:.0f}"'
        f' text-anchor="end">{20 * k} %</text>'
        for k in range(6)
    )
    words = (
        f'<text x="60" y="28" font-size="17" font-weight="700">{title}</text>'
        f'<text x="620" y="364" text-anchor="end">{longest:.0f} processor seconds</text>'
        '<text x="60" y="386" fill="#1b6ca8">games won against greedy (of the last 1,000)</text>'
        '<text x="360" y="386" fill="#c8553d">decisions like the planner\'s</text>'
    )
    lines = line(2, "#c8553d") + line(1, "#1b6ca8")
    Path(path).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="660" height="400" viewBox="0 0 660 400"'
        ' font-family="system-ui,sans-serif" font-size="13" fill="#1c2126">'
        f'<rect width="660" height="400" fill="#fff"/>{rules}{lines}{words}</svg>\n',
        encoding="utf-8",
    )


def main() -> None:
    """Learn, play a thousand new games, and keep what was learnt."""
    parser = argparse.ArgumentParser(description="Teach a network to beat greedy.")
    parser.add_argument("--board", default="cardgame")
    parser.add_argument("--steps", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    policy, curve = learn(asked.board, asked.steps, asked.seed)
    torch.save(policy.state_dict(), "learnt.pt")
    draw(curve, "learning-curve.svg", f"Learning to beat greedy: {asked.board}, two players")
    print(f"It wins {play(policy, asked.board, 2000, asked.seed + 1):.1%} of 2,000 new games against greedy.")


if __name__ == "__main__":
    main()
