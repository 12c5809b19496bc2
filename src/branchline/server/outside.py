"""Requests to addresses that others gave us: only to public ones, never followed elsewhere, never long."""

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from branchline.server.errors import Refusal

PATIENCE = 10.0  # seconds for one request


class OutsideError(Exception):
    """A request outside that failed, or must not be made."""


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


def is_public(address: str) -> bool:
    """Whether an address is one of the world, not of a house or of this machine."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and (parsed.ipv4_mapped or parsed.sixtofour or parsed.teredo):
        return False
    return parsed.is_global and not parsed.is_multicast


class Outside:
    """Makes the requests."""

    def __init__(self, allow_private: bool = False) -> None:
        self._allow_private = allow_private
        self._session: aiohttp.ClientSession | None = None

    def check(self, url: str) -> None:
        """Refuse an address that can be seen to be wrong without asking anybody."""
        parts = urlsplit(url)
        schemes = ("https", "http") if self._allow_private else ("https",)
        if parts.scheme not in schemes or not parts.hostname or parts.username or len(url) > 1000:
            raise Refusal(422, "address", "give a full https address, without a user in it")
        is_number = parts.hostname.replace(".", "").isdigit() or ":" in parts.hostname
        if not self._allow_private and (is_number and not is_public(parts.hostname)):
            raise Refusal(422, "address", "this is not a public address")

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Post something; return the status of the answer."""
        try:
            self.check(url)
            async with self._get_session().post(
                url, data=body, headers=headers, allow_redirects=False, timeout=aiohttp.ClientTimeout(PATIENCE)
            ) as answer:
                return answer.status
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError, Refusal) as error:
            raise OutsideError(type(error).__name__) from error  # its text may hold the address, which is a secret

    def _get_session(self) -> aiohttp.ClientSession:
        if self._session is None:
            options: dict[str, Any] = {} if self._allow_private else {"resolver": PublicOnly()}
            connector = aiohttp.TCPConnector(limit=50, limit_per_host=4, use_dns_cache=False, **options)
            self._session = aiohttp.ClientSession(connector=connector, trust_env=False)
        return self._session

    async def close(self) -> None:
        """Let go of all connections."""
        if self._session is not None:
            await self._session.close()
