"""How a board file is read, whatever its kind, and how its mistakes are named."""
