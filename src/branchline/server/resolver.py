"""Finding the addresses of hosts outside, and refusing those inside."""

import socket

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from branchline.server.addresses import is_public


class PublicOnly(AbstractResolver):
    """Finds the addresses of a host, and refuses those inside; what it finds is what is connected to."""

    def __init__(self) -> None:
        self._resolver = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The public addresses of a host."""
        found = await self._resolver.resolve(host, port, family)
        public = [one for one in found if is_public(one["host"])]
        if len(public) < len(found) or not found:
            raise OSError(f"{host} is not a public address")
        return public

    async def close(self) -> None:
        """Nothing is held."""
