"""What is counted, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """The counters of this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.entries = Counter("branchline_entries", "Entries taken in", registry=self.registry)
        self.conflicts = Counter("branchline_conflicts", "Entries that came too late", registry=self.registry)
        self.refused = Counter("branchline_refused", "Requests refused", ["code"], registry=self.registry)
        self.bot_moves = Counter("branchline_bot_moves", "Moves of bots", registry=self.registry)
        self.notices = Counter("branchline_notices", "Notifications", ["kind", "outcome"], registry=self.registry)
        self.sockets = Gauge("branchline_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("branchline_tables_loaded", "Tables in memory", registry=self.registry)
        self.stored = Histogram(
            "branchline_store_seconds",
            "Time to store what waits",
            registry=self.registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
        )
        self.thought = Histogram(
            "branchline_bot_seconds",
            "Time that bots think",
            registry=self.registry,
            buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30),
        )


METRICS = Metrics()
