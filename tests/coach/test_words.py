"""What the coach says: reasons that tell moves apart, moves that tell of tickets, in words of every language."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from branchline import Game, analyse, load, new
from branchline.advice import Adviser, Reason
from branchline.coach.analysis import Balance, Sure
from branchline.coach.words import ROUGH, SENTENCES, Speaker, summary
from branchline.kinds import kind_of
from branchline.log import Move
from branchline.mapgame.network import Network
from branchline.planner.kind import Aims

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"


def adviser_of(game: Game) -> Adviser:
    return kind_of(game.board).adviser(game.notation)


@pytest.mark.parametrize("language", ["en", "da", "nb", "sv", "fi", "is"])
def test_every_reason_has_its_sentence(language: str) -> None:
    words = json.loads((ROOT / "web/src/words" / f"{language}.json").read_text(encoding="utf-8"))
    prefix = "coach.why."
    assert {key.removeprefix(prefix) for key in words if key.startswith(prefix)} == {*SENTENCES, "best"}
    advising = (ROOT / "src/branchline" / kind / "advice.py" for kind in ("mapgame", "cardgame"))
    named = {key for file in advising for key in re.findall(r'(?:Reason\(|key = )"(\w+)"', file.read_text())}
    assert named <= SENTENCES.keys()


@pytest.mark.parametrize(("board", "key"), [("usa", "leaves"), ("cardgame", "leaves_cards")])
def test_tickets_that_are_left_have_a_reason(board: str, key: str) -> None:
    game = new(board, players=2, seed=3)
    adviser, view = adviser_of(game), game.position.seen_by(game.player)
    offered = set(adviser.offered(view, game.player))
    for action in game.actions():
        after = game.position.copy()
        after.apply(action)
        kept = set(adviser.shown(view, [action], after).tickets)
        found = adviser.reasons(view, [action], after, Aims((), (), ()))
        assert {reason.ticket for reason in found if reason.key == key} == offered - kept
        assert {reason.ticket for reason in found if reason.key != key} == kept


def test_a_better_move_is_explained_by_what_the_played_one_has_not(game_of: Callable[..., Game]) -> None:
    game = game_of("usa", ("random", "planner"), 6)
    analysis = analyse(game, playouts=6000)
    assert analysis.costly
    for costly in analysis.costly:
        better, played = set(costly.better.reasons), set(costly.played.reasons)
        assert not better & played or better <= played, "nothing else is to be said"
        spares = bool(costly.played.shown.cards) and not costly.better.shown.cards
        assert (Reason("saves_cards") in better) == spares
        assert Speaker(game.notation, game.names).because(costly.better.reasons)


def test_a_guess_comes_from_a_claim_that_brings_the_ticket_nearer() -> None:
    game = load(GOLDEN / "iberia-4-shift.txt")
    analysis = analyse(game, playouts=100)
    network = Network(game.position.board)
    assert len(analysis.guesses) > 5
    for guess in analysis.guesses:
        claimed = [
            step
            for step in game.steps
            if isinstance(step.entry, Move) and (step.entry.player, step.entry.text) == (guess.player, guess.after)
        ][-1]
        ends = network.ticket_ends[guess.ticket]
        then, now = (network.shortest(ends, network.costs(at, guess.player)) for at in (claimed.before, claimed.after))
        assert now
        assert then is None or now[0] < then[0], (guess.after, analysis.tickets[guess.ticket])


def test_figures_that_are_rough_are_said_to_be() -> None:
    analysis = analyse(load(GOLDEN / "cardgame-2-robbers.txt"), playouts=100)
    for error, is_told in ((0.05, False), (0.4, True)):
        part = Sure(-0.1, error)
        told = summary(analysis, Balance(0, Sure(0.5, 0.01), part, part, part, part, 0.1))
        assert (ROUGH in told) == is_told
        assert "lost 10 % by luck" in told
        assert "and 10 % by choices" in told
