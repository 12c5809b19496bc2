"""Properties that hold in every game, tried on random games of every board."""
