"""What learners need of the games on a map, compiled."""
