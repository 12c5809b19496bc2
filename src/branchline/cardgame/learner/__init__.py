"""What learners need of the Card Game, compiled."""
