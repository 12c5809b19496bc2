"""Answers that are the same for everybody: compressed once, and sent only to who does not have them yet."""

import hashlib
import mimetypes
import zlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from fastapi import Request, Response

ASK_AGAIN = "no-cache"  # may be kept, as long as it is asked whether it has changed
FOR_EVER = "public, max-age=31536000, immutable"
SMALLEST = 1000  # bytes that are worth compressing
NOT_PACKED = ("image/png", "font/woff2")  # compressed already


class Kept(NamedTuple):
    """An answer, ready to be sent."""

    data: bytes
    packed: bytes  # with gzip; nothing where that saves nothing
    kind: str
    tag: str


def keep(data: bytes, kind: str = "application/json") -> Kept:
    """Make an answer ready."""
    packer = zlib.compressobj(6, wbits=16 + zlib.MAX_WBITS)
    is_packed = len(data) >= SMALLEST and kind not in NOT_PACKED
    packed = packer.compress(data) + packer.flush() if is_packed else b""
    return Kept(data, packed, kind, f'"{hashlib.sha256(data).hexdigest()[:20]}"')


@lru_cache(512)
def keep_file(file: Path, changed: int) -> Kept:
    """A file as it was when it last changed."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return keep(file.read_bytes(), kind)


def send(request: Request, kept: Kept, lasts: str = ASK_AGAIN) -> Response:
    """The answer as this browser takes it."""
    headers = {"ETag": kept.tag, "Cache-Control": lasts, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == kept.tag:
        return Response(status_code=304, headers=headers)
    if kept.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(kept.packed, media_type=kept.kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(kept.data, media_type=kept.kind, headers=headers)
