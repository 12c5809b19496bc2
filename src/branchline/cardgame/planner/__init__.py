"""The compiled planner of the Card Game."""
