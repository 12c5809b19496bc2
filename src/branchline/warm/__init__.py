"""Compiling what is not compiled yet, in processes beside this one, with a line that says so."""

from branchline.warm.jobs import Part
from branchline.warm.line import prepare

__all__ = ["Part", "prepare"]
