"""The Card Game."""
