"""What every kind of game has to say at the terminal."""
