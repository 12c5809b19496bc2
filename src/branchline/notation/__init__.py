"""Moves, events and whole games as text."""
