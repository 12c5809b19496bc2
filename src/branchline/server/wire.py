"""The WebSockets of the service: uvicorn's, with a short way out for the frames of a table.

By the usual way a task of each connection is woken for every frame. Here everything that is said in one round of the
event loop is sent at its end, all at once, so that those who read are woken once and not for every frame.
"""

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

WIRE = "branchline.wire"  # in the state of a socket's scope
_ENDS: list[Callable[[], None]] = []  # what to do at the end of the round


def _end_round() -> None:
    work, _ENDS[:] = _ENDS.copy(), []
    for do in work:
        do()


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    on_writable: Callable[[], None] | None = None  # called when it takes frames again

    def handle_connect(self, event: Request) -> None:
        """Let the application find this connection."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][WIRE] = self

    def soon(self, work: Callable[[], None]) -> None:
        """Do something after everything that waits to be done in this round."""
        if not _ENDS:
            self.loop.call_soon(_end_round)
        _ENDS.append(work)

    @property
    def takes_more(self) -> bool:
        """Whether what is written is sent; else it should wait."""
        return self.writable.is_set()

    def write(self, frame: bytes) -> None:
        """Send a text; nothing happens if the connection is ending."""
        if self.close_sent or self.transport.is_closing():
            return
        try:
            self.conn.send_text(frame)
        except InvalidState:
            return
        self.transport.write(b"".join(self.conn.data_to_send()))

    def resume_writing(self) -> None:
        """Say that there is room again."""
        super().resume_writing()
        if self.on_writable is not None:
            self.on_writable()
