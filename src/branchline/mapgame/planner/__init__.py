"""The compiled planner of the map games."""
