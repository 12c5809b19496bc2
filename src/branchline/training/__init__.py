"""Learning from the planner's own games: what moves lead to, a small network of it, and whether that wins."""
