"""Games as tables for programs that learn or count: a row a decision, and a row a game."""
