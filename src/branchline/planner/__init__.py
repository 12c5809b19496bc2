"""What the compiled planners of every kind of game share."""
