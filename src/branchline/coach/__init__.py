"""The coach: where a game was won and lost, by luck and by choices, and what to do next."""
