"""What the coach says of games, and where it must be silent."""
