"""The games on a map."""
