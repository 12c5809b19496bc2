"""The arena: matches between bots, and how strong they prove to be."""
