"""Is a board any good? It is played thousands of times by strong bots, and what was seen is told in figures."""
