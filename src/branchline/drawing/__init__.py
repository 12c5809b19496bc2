"""Everything that makes a board visible."""
