"""The table at the terminal: plain lines, made to be heard as well as read."""

from branchline.table.loop import play_text
from branchline.table.seating import run

__all__ = ["play_text", "run"]
