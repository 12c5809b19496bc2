"""What is said of the Card Game at the terminal."""
