"""Logs for machines: one JSON object a line on standard error; never a secret, an address with one, or a body."""

import logging
import sys
from typing import Any

import orjson

OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """Writes a record as JSON, with whatever was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in OWN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


def set_up(level: str = "INFO") -> None:
    """Send all logs to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.getLogger("uvicorn").setLevel("WARNING")
    logging.getLogger("uvicorn.access").disabled = True  # our own lines say as much, without queries
