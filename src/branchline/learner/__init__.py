"""What programs that learn need of thousands of games, compiled: what a seat sees, rewards, rivals that play within.

Nothing here is compiled before a learner asks for it.
"""
