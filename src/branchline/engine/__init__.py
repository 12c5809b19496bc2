"""What the compiled rules of every kind of game share.

The one-letter names of compiled code, in rules and planners; each has one meaning everywhere:

    s  State         a game in progress
    b  Board         the facts of what is played on
    m  Moves         the legal moves
    g  Stream        a random stream
    a  Atlas         what a planner has worked out of the board
    w  Weights       what things weigh to a planner
    p  int           a player
    q  int           another player
    c  int           a kind of train card: a colour, or the locomotive
    f  int           a festival
    r  int           a route
    t  int           a ticket
    u  int           a city
    v  int           another city
    e  int           an edge, where the longest path is searched for
    d  Table[float]  distances between cities
    n  int           how many, or which in a row
    i  int           which in a row
    j  int           which in a row, within another
    k  int           which in a row, within another
    z  np.uint64     bits being mixed

What else a function is about has a word: `plan`, `result`, `action`, `viewer`.
"""
