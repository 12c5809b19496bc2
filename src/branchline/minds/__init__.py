"""The compiled thinking of the bots: plans, choices, play-outs and search, on the records of the rules."""
