"""The numbers of the actions with which every action space begins."""

TAKE = 0  # + kind of card in the display
DRAW_BLIND = 9
DRAW_TICKETS = 10
PASS = 11
WITH = 12  # + number of locomotives
DONE = 31
KEEP_SET = 64  # + subset of the offered tickets, in order of their numbers
