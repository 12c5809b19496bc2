"""Starts `branchline` by forking a process that has imported everything and read the machine code; run, it is that one.

What is started is as real as from a shell: a process of its own, with its own arguments, output, signals and end. Only
what is read at the beginning cannot differ: with another environment or folder a new interpreter is started instead.
"""

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Protocol

COMMAND = [sys.executable, "-c", "from branchline.cli import main; main()"]
LONGEST = 65_536  # bytes of arguments


class Process(Protocol):
    """What tests do with a process; a `subprocess.Popen` is one."""

    @property
    def pid(self) -> int:
        """Its number."""

    def poll(self) -> int | None:
        """How it ended, if it has."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends, and say how."""

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""

    def kill(self) -> None:
        """End it at once."""


def start(arguments: list[str], out: IO[bytes] | int, errors: IO[bytes] | int | None = None) -> Process:
    """Run `branchline` with these arguments."""
    if sys.platform != "linux" or _surroundings() != AT_FIRST:
        return subprocess.Popen([*COMMAND, *arguments], stdout=out, stderr=errors)
    with Path(os.devnull).open("wb") as nowhere:
        files = (nowhere if out == subprocess.DEVNULL else out, 2 if errors is None else errors)
        return Forked(_warm(), arguments, [each if isinstance(each, int) else each.fileno() for each in files])


def _surroundings() -> tuple[dict[str, str], str]:
    """What a process is given besides its arguments."""
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}, str(Path.cwd())


AT_FIRST = _surroundings()


@cache
def _warm() -> socket.socket:
    """The connection to the process that is forked, which ends with this one."""
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen([sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()])
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


class Forked:
    """A process that was forked for us; its number and how it ended come from the one that waits for it."""

    def __init__(self, warm: socket.socket, arguments: list[str], files: list[int]) -> None:
        self._told, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        with theirs:
            socket.send_fds(warm, [json.dumps(arguments).encode()], [theirs.fileno(), *files])
        self.pid = int(self._told.recv(20))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """How it ended, if it has."""
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self._note()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends, and say how."""
        if self.returncode is None and not select.select([self._told], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("branchline", timeout or 0)
        return self._note() if self.returncode is None else self.returncode

    def _note(self) -> int:
        self.returncode = int(self._told.recv(20))
        self._told.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


def _get_ready() -> None:
    """Import what a service does, and read what it reads."""
    from branchline.kinds import KINDS
    from branchline.server.app import create_app
    from branchline.server.rehearsal import rehearse
    from branchline.server.settings import Settings
    from branchline.warm import prepare

    for name in ("cli", "server.bus", "server.run"):
        import_module(f"branchline.{name}")
    for kind in KINDS.values():
        prepare(kind)
        rehearse(kind)
    create_app(Settings()).openapi()
    assert threading.active_count() == 1, "only the thread that forks goes on in a fork"
    gc.collect()
    gc.freeze()


def _be_forked(orders: socket.socket) -> bool:
    """Fork whenever that is asked for; true in what was forked, and false once nobody asks any more."""
    while True:
        data, files, _, _ = socket.recv_fds(orders, LONGEST, 3)
        if not data:
            return False
        if os.fork() == 0:
            orders.close()
            return _begin(json.loads(data), *files)
        for file in files:
            os.close(file)


def _begin(arguments: list[str], link: int, out: int, errors: int) -> bool:
    """Fork once more, so that somebody waits for what runs and tells of it; true in what runs."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid:
        os.write(link, b"%d" % pid)
        os.write(link, b"%d" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        os._exit(0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(out, 1)
    os.dup2(errors, 2)
    for file in (link, out, errors):
        os.close(file)
    sys.argv = ["branchline", *arguments]
    return True


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for those that it forked
    _get_ready()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # none of those that wait is waited for
    if _be_forked(socket.socket(fileno=int(sys.argv[1]))):
        from branchline.cli import main

        main()
