"""What is counted, for Prometheus; where its client is not installed, nothing is."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from branchline.errors import needs_extra

try:
    import prometheus_client as prometheus
except ImportError:
    is_installed = False
else:
    is_installed = True


class Counted(Protocol):
    """A counter, a level, or times."""

    def labels(self, *values: str) -> "Counted":
        """The one with these labels."""

    def inc(self) -> None:
        """One more."""

    def dec(self) -> None:
        """One less."""

    def set(self, value: float) -> None:
        """As many as that."""

    def observe(self, seconds: float) -> None:
        """So long."""

    def time(self) -> AbstractContextManager[Any]:
        """As long as what is done within."""


class Uncounted:
    """Takes what is to be counted, and forgets it."""

    def labels(self, *_: str) -> Counted:
        """Itself."""
        return self

    def inc(self) -> None:
        """Nothing."""

    dec = inc

    def set(self, _: float) -> None:
        """Nothing."""

    def observe(self, _: float) -> None:
        """Nothing."""

    def time(self) -> AbstractContextManager[Any]:
        """Nothing around what is done within."""
        return nullcontext()


class Metrics:
    """The counters of this process."""

    def __init__(self) -> None:
        self.registry = prometheus.CollectorRegistry() if is_installed else None
        self.entries = self._made("Counter", "branchline_entries", "Entries taken in")
        self.conflicts = self._made("Counter", "branchline_conflicts", "Entries that came too late")
        self.refused = self._made("Counter", "branchline_refused", "Requests refused", ["code"])
        self.bot_moves = self._made("Counter", "branchline_bot_moves", "Moves of bots")
        self.notices = self._made("Counter", "branchline_notices", "Notifications", ["kind", "outcome"])
        self.sockets = self._made("Gauge", "branchline_sockets", "Open sockets")
        self.tables = self._made("Gauge", "branchline_tables_loaded", "Tables in memory")
        self.stored = self._made(
            "Histogram",
            "branchline_store_seconds",
            "Time to store what waits",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
        )
        self.held = self._made(
            "Histogram",
            "branchline_loop_held_seconds",
            "Time for which the event loop is held",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
        )
        self.thought = self._made(
            "Histogram",
            "branchline_bot_seconds",
            "Time that bots think",
            buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30),
        )

    def _made(self, kind: str, *about: Any, **more: Any) -> Counted:
        if not is_installed:
            return Uncounted()
        made: Counted = getattr(prometheus, kind)(*about, registry=self.registry, **more)
        return made

    def page(self) -> tuple[bytes, str]:
        """All of it as Prometheus reads it, and the name of that format."""
        with needs_extra("/metrics", "server"):
            from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
        assert self.registry is not None
        return generate_latest(self.registry), CONTENT_TYPE_LATEST


METRICS = Metrics()
