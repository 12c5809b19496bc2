"""The entry points for learners: each takes an array of games, or that part of it which is one thread's."""

from branchline.compiler.decorators import compiled, entry
from branchline.compiler.typed import Array, Row, int64
from branchline.engine import rules, steps
from branchline.engine.listing import MARKS
from branchline.engine.phases import OVER
from branchline.learner.arrays import Table
from branchline.learner.kind import observe

LEARNER = 0  # who plays in a seat, if no bot does
ENDED, ILLEGAL = -1, -2  # what a turn may come to, instead of another one's move
WIN, DIFFERENCE, POINTS = range(3)  # what a game is worth to a player once it is over


@entry
def observe_games(states: Array, boards: Array, views: Array, seats: Array, out: Array) -> None:
    """Write what a seat sees of every game; of which seat, `seats` says, -1 being whoever is to move."""
    out[:] = 0
    for i in range(len(states)):
        viewer = states[i].player if seats[i] < 0 else seats[i]
        views[0] = states[i]
        rules.hide(views[0], boards[0], viewer)
        observe(views[0], boards[0], viewer, out[i])


@entry
def first_illegal(states: Array, boards: Array, moves: Array, actions: Array) -> int:
    """The first game that is not over whose action is not legal, or -1."""
    for i in range(len(states)):
        if states[i].phase != OVER:
            steps.legal(states[i], boards[0], moves[0])
            if not rules.is_legal(moves[0], actions[i]):
                return i
    return -1


@entry
def deal_games(states: Array, which: Array, players: int, table: Table, streams: Array) -> None:
    """Deal some games anew, up to the first decision."""
    for i in range(len(states)):
        if which[i]:
            states[i] = table.empty[0]
            steps.start(states[i], table.boards[0], players)
            steps.resolve(states[i], table.boards[0], streams[i])


@entry
def play_games(states: Array, actions: Array, table: Table, streams: Array) -> None:
    """Make a legal action in every game that is not over, and let chance do its part."""
    for i in range(len(states)):
        if states[i].phase != OVER:
            steps.apply(states[i], table.boards[0], actions[i])
            steps.resolve(states[i], table.boards[0], streams[i])


@entry
def is_rivals_turn(states: Array, table: Table) -> bool:
    """Whether it is a bot's move in any game."""
    found = False
    for i in range(len(states)):
        found = found or (states[i].phase != OVER and table.seats[states[i].player] != LEARNER)
    return bool(found)


@entry
def reward_games(states: Array, which: Array, boards: Array, results: Array, reward: int, out: Array) -> None:
    """Write what some games, which are over, are worth to every player."""
    for i in range(len(states)):
        if which[i]:
            steps.score(states[i], boards[0], results[0])
            _reward(results[0].total, results[0].place, reward, out[i])


@compiled
def _reward(total: Row[int], place: Row[int], reward: int, out: Array) -> None:
    players = len(out)
    winners = 0
    for p in range(players):
        winners += place[p] == 1
    for p in range(players):
        best = -10000
        for q in range(players):
            if q != p:
                best = max(best, total[q])
        if reward == WIN:
            out[p] = 1 / winners if place[p] == 1 else 0
        elif reward == DIFFERENCE:
            out[p] = total[p] - best
        else:
            out[p] = total[p]


@entry
def take_turn(games: Array, action: int, observation: Array, mask: Array) -> int:
    """Make an action in one game and fill what the next player sees and may do; return who that is.

    It is ENDED if the game is over then, and ILLEGAL, with nothing changed, if the action is not among the legal
    `moves`, which are then those of the next player.

    All that a turn works on is one record, and the second of its `states` becomes the next player's view: to take
    several arrays from Python takes longer than the turn.
    """
    game = games[0]
    states, b, m = game.states, game.board, game.moves
    s, view = states[0], states[1]
    if s.phase == OVER or not rules.is_legal(m, action):
        return ILLEGAL
    steps.apply(s, b, action)
    steps.resolve(s, b, game.stream)
    states[1] = s
    rules.hide(view, b, s.player)
    observation[:] = 0
    mask[:] = 0
    observe(view, b, s.player, observation)
    if s.phase == OVER:
        return ENDED
    steps.legal(s, b, m)
    rules.list_moves(m, mask, MARKS)
    return int64(s.player)
