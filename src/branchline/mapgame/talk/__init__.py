"""What is said of a map game at the terminal."""
