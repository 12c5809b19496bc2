"""The compiled rules of the map games: one file a mechanic."""
