"""The compiled rules of the Card Game: one file a mechanic."""
