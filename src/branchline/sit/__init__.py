"""A bot as one more player at a real table: people say what happens, the bot says what it does."""
