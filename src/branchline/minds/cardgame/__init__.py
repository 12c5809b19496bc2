"""Thinking in the Card Game: its own planner, and the same search."""
