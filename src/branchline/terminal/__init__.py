"""The table at the terminal: plain lines, made to be heard as well as read."""

from branchline.terminal.loop import play_text
from branchline.terminal.seating import run

__all__ = ["play_text", "run"]
