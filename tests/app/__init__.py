"""The browser app, in a real browser against a real server."""
