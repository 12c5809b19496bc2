"""Bots of one's own, named as module:Class."""

import inspect
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from branchline.errors import SetupError


def make_own(name: str, stream: Random) -> Any:
    """An instance of a class with a method `choose(view, legal)`; it gets a random stream if it asks for one."""
    module_name, _, class_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        kind = getattr(import_module(module_name), class_name)
    except (ImportError, AttributeError, ValueError) as error:
        raise SetupError(f"cannot find the bot {name!r}: {error}; write it as module:Class") from error
    if not callable(getattr(kind, "choose", None)):
        raise SetupError(f"{name} is no bot: it needs a method choose(view, legal) that returns one of `legal`")
    return kind(stream) if inspect.signature(kind).parameters else kind()
