"""What can be done at a table, and by whom: each gives the entry for the log, or says why not."""

import unicodedata
from collections.abc import Sequence

from msgspec import structs

from branchline.game import check_names
from branchline.server import entries as log
from branchline.server import lessons
from branchline.server.errors import Refusal, conflict, forbidden, illegal
from branchline.server.levels import check_level
from branchline.server.loaded import Live, now
from branchline.server.play import Do, Play, resolve
from branchline.server.table import Made, Make, Table

UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")  # kinds of letters, by Unicode
EMPTY = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
)  # letters and marks of other kinds that show nothing
SHAPES = "VARIATION SELECTOR"  # how the names of marks begin that only change the letter before them


def name_for(table: Table, name: str, seat: int) -> str:
    """A name that can stand in a record and is not taken."""
    name = name or f"Player {seat + 1}"
    check_letters(name)
    others = [other for i, other in enumerate(table.names) if i != seat]
    if name in others:
        raise Refusal(422, "name_taken", f"somebody at this table is called {name}")
    filled = [*others, name]
    check_names(table.ground.board, filled)
    return name


def check_letters(name: str) -> None:
    """Refuse a name that is too long, or has signs in it that are not seen or turn the letters round."""
    if len(name) > 40:
        raise Refusal(422, "invalid", "a name has at most 40 letters")
    if any(map(_is_unseen, name)):
        raise Refusal(422, "bad_name", "a name cannot have signs in it that nobody sees")


def _is_unseen(letter: str) -> bool:
    kind, called = unicodedata.category(letter), unicodedata.name(letter, "")
    return kind in UNSEEN or letter in EMPTY or SHAPES in called


def _in_lobby(table: Table) -> None:
    if table.status != "lobby":
        raise conflict("the game has begun", table.seq)


def _playing(table: Table) -> Play:
    if table.status != "playing" or table.play is None:
        raise conflict("the game is not under way" if table.status == "lobby" else "the game is over", table.seq)
    return table.play


def _check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refusal(422, "invalid", f"there is no seat {seat}; they are 0 to {len(table.seats) - 1}")


def join(name: str, seat: int | None, token: str, number: str = "") -> Make:
    """Take an open seat."""

    def act(table: Table) -> Made:
        _in_lobby(table)
        free = [i for i, s in enumerate(table.seats) if s.kind == "open"]
        if not free:
            raise conflict("every seat is taken", table.seq)
        if seat is not None and seat not in free:
            raise conflict(f"seat {seat} is not free; free are {', '.join(map(str, free))}", table.seq)
        chosen = free[0] if seat is None else seat
        name_there = name_for(table, name, chosen)
        return log.Joined(at=now(), seat=chosen, name=name_there, token=log.hashed(token), number=number), None

    return act


def leave(seat: int) -> Make:
    """Give a seat up; during the game that is to resign."""

    def act(table: Table) -> Made | None:
        if table.status == "lobby":
            return log.Left(at=now(), seat=seat), None
        return resign(seat)(table)

    return act


def contribute(seat: int, number: str) -> Make:
    """Give a number that the draws follow from too; the last one counts."""

    def act(table: Table) -> Made:
        _in_lobby(table)
        return log.Contributed(at=now(), seat=seat, number=number), None

    return act


def rename(seat: int, name: str) -> Make:
    """Take another name."""
    return lambda table: (log.Renamed(at=now(), seat=seat, name=name_for(table, name, seat)), None)


def set_bot(seat: int, level: str | None, name: str = "") -> Make:
    """Put a bot on a free seat, or take it away."""

    def act(table: Table) -> Made:
        _in_lobby(table)
        _check_seat(table, seat)
        if table.seats[seat].kind == "person":
            raise conflict(f"{table.seats[seat].name} sits there", table.seq)
        if level is None:
            return log.BotSet(at=now(), seat=seat), None
        check_level(level)
        called = name_for(table, name, seat) if name else bot_name(table, level, seat)
        return log.BotSet(at=now(), seat=seat, level=level, name=called), None

    return act


def bot_name(table: Table, level: str, seat: int) -> str:
    """A name for a bot that is not taken."""
    taken = [name for i, name in enumerate(table.names) if i != seat]
    name, n = level.capitalize(), 1
    while name in taken:
        n += 1
        name = f"{level.capitalize()} {n}"
    return name


def start() -> Make:
    """Deal the cards."""

    def act(table: Table) -> Made:
        _in_lobby(table)
        if any(seat.kind == "open" for seat in table.seats):
            raise conflict("somebody is missing: fill every seat with a person or a bot", table.seq)
        if table.created.is_record:
            raise conflict("this is a record, to be looked at only", table.seq)
        check_names(table.ground.board, table.names)
        if table.created.lesson:
            taught = lessons.deal(table.created.lesson, table.ground, len(table.seats), table.draws())
            return log.Started(at=now(), chance=taught), None
        dealt = Play(table.ground, len(table.seats)).start.copy()
        return log.Started(at=now(), chance=resolve(dealt, table.draws())), None

    return act


def play(seat: int, move: Do, at: int | None, is_bot: bool = False) -> Make:
    """Make a move; `at` is the last entry that the player knew."""

    def act(table: Table) -> Made:
        game = _playing(table)
        chooses_first = game.ahead(seat)
        if at is not None and at < (table.dealt_seq if chooses_first else table.last_game_seq):
            raise conflict("the game has gone on since; look again", table.seq)
        if chooses_first and game.player != seat:
            return _choose_early(table, seat, game.read(move, chooses_first).actions)
        if game.player != seat:
            raise illegal(f"it is {table.names[game.player]}'s move, not {table.names[seat]}'s", "B-SET-5")
        if table.seats[seat].is_played_by_bot and not is_bot:
            raise conflict("a bot plays for you: come back first", table.seq)
        after, actions, happened = game.attempt(move, table.draws())
        return log.Moved(at=now(), seat=seat, actions=actions, chance=happened, is_bot=is_bot), after

    return act


def _choose_early(table: Table, seat: int, actions: tuple[int, ...]) -> Made:
    """Choose first tickets before one's turn; nobody else learns which."""
    if seat in table.early:
        raise conflict("you have chosen your first tickets", table.seq)
    if table.seats[seat].is_played_by_bot:
        raise conflict("a bot plays for you: come back first", table.seq)
    return log.ChosenEarly(at=now(), seat=seat, actions=actions), None


def play_early(table: Table) -> Made:
    """Make the move that was chosen before its turn."""
    assert table.play
    assert table.to_move is not None
    after, actions, happened = table.play.attempt(table.early[table.to_move], table.draws())
    return log.Moved(at=now(), seat=table.to_move, actions=actions, chance=happened), after


def undo_agreed(table: Table) -> Made | None:
    """Take the moves back that all agreed to take back."""
    if table.status != "playing" or table.undo_asked is None:
        return None
    return log.Undone(at=now(), seat=table.undo_asked, moves=table.moves_to_undo(table.undo_asked)), None


def resign(seat: int) -> Make:
    """Give up."""

    def act(table: Table) -> Made:
        _playing(table)
        if table.seats[seat].is_lost:
            raise conflict("you have given up already", table.seq)
        return log.Resigned(at=now(), seat=seat), None

    return act


def _with_a_say(table: Table, seat: int) -> None:
    if not table.seats[seat].has_a_say:
        is_lost = table.seats[seat].is_lost
        raise conflict("you have given up" if is_lost else "a bot plays for you: come back first", table.seq)


def ask_undo(seat: int) -> Make:
    """Take the last own move back: at once if it revealed nothing, else if the others agree."""

    def act(table: Table) -> Made:
        game = _playing(table)
        _with_a_say(table, seat)
        back = table.moves_to_undo(seat)
        if not back:
            raise conflict("you have made no move to take back", table.seq)
        if table.undo_asked is not None:
            raise conflict("somebody has asked to take a move back already; answer that first", table.seq)
        others = [i for i, other in enumerate(table.seats) if other.is_in_the_game and i != seat]
        if not others or (back == 1 and game.undo_is_free()):
            return log.Undone(at=now(), seat=seat, moves=back), None
        return log.UndoAsked(at=now(), seat=seat), None

    return act


def answer_undo(seat: int, agrees: bool) -> Make:
    """Agree to an undo, or not; whoever asked may withdraw it."""

    def act(table: Table) -> Made:
        _playing(table)
        if table.undo_asked is None:
            raise conflict("nobody asks to take a move back", table.seq)
        if table.undo_asked == seat and agrees:
            raise conflict("the others have to agree, not you", table.seq)
        _with_a_say(table, seat)
        return log.UndoAnswered(at=now(), seat=seat, agrees=agrees), None

    return act


def ask_replace(live: Live, seat: int, by: int) -> Make:
    """Want a bot to stand in for somebody who is away; it does when all others want it."""

    def act(table: Table) -> Made:
        _playing(table)
        _check_seat(table, seat)
        _with_a_say(table, by)
        target = table.seats[seat]
        if target.kind != "person" or target.is_played_by_bot or seat == by:
            raise conflict("no bot can stand in there", table.seq)
        if by in target.asked_away:
            raise conflict("you have asked for that already", table.seq)
        if live.was_here(seat):
            raise conflict(f"{target.name} is here, or was a moment ago", table.seq)
        return log.ReplaceAsked(at=now(), seat=seat, by=by), None

    return act


def come_back(seat: int) -> Make:
    """Take the seat back from the bot that stands in."""

    def act(table: Table) -> Made:
        _playing(table)
        chair, clock = table.seats[seat], table.created.clock
        if not chair.is_away or chair.is_lost:
            raise conflict("no bot stands in for you", table.seq)
        if clock and clock.game_seconds is not None and chair.spent >= clock.game_seconds * 1000:
            raise conflict("your time for the whole game is used up", table.seq)
        return log.CameBack(at=now(), seat=seat), None

    return act


def pause(outages: Sequence[tuple[int, int]]) -> Make:
    """Let a clock have stood still while the service was away; None if it was not."""

    def act(table: Table) -> Made | None:
        lost, until = table.time_lost(outages)
        return (log.Paused(at=now(), ms=lost, until=until), None) if lost else None

    return act


def time_out(seat: int) -> Make:
    """Apply the agreed rule when a player's time has run out; None if it has not."""

    def act(table: Table) -> Made | None:
        deadline = table.deadline()
        if table.to_move != seat or deadline is None or now() < deadline:
            return None
        return log.TimedOut(at=now(), seat=seat), None

    return act


def chat(seat: int, text: str) -> Make:
    """Say something."""

    def act(table: Table) -> Made:
        said = text.strip()
        if not said or len(said) > 500:
            raise Refusal(422, "invalid", "say something, in at most 500 letters")
        return log.Chatted(at=now(), seat=seat, text=said), None

    return act


def change_token(seat: int, token: str) -> Make:
    """Make a new secret for a seat; the old one is void."""
    return lambda table: (log.TokenChanged(at=now(), seat=seat, token=log.hashed(token)), None)


def set_notice(entry: log.NoticeSet | log.NoticesRemoved) -> Make:
    """Tell a seat when it is its turn, or no more."""
    return lambda table: (structs.replace(entry, at=now()), None)


def rematch(next_table: str) -> Make:
    """Say where the players go on."""

    def act(table: Table) -> Made:
        if table.status != "over":
            raise conflict("the game is not over yet", table.seq)
        if table.next_table:
            raise conflict("there is a rematch already", table.seq)
        return log.Rematched(at=now(), table=next_table), None

    return act


def close() -> Make:
    """End a game where it stands."""

    def act(table: Table) -> Made:
        _playing(table)
        return log.Closed(at=now()), None

    return act


def remove_chat(line: int) -> Make:
    """Say that a line was removed."""
    return lambda table: (log.ChatRemoved(at=now(), line=line), None)


def delete() -> Make:
    """Let a table be no more."""
    return lambda table: (log.Deleted(at=now()), None)


def delete_own() -> Make:
    """The same for whoever set it: not while others play."""

    def act(table: Table) -> Made:
        if table.status == "playing" and sum(seat.is_in_the_game for seat in table.seats) > 1:
            raise conflict("others play at this table; it can be deleted once the game is over", table.seq)
        return log.Deleted(at=now()), None

    return act


def owner(table: Table, token: str) -> int:
    """The seat that a secret opens, or a refusal."""
    seat = table.seat_of(token)
    if seat is None:
        raise forbidden("this needs the secret of a seat at this table")
    return seat
