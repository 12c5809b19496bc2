"""Requests to addresses that others gave us: only to public ones, never followed elsewhere, never long."""

import asyncio
import importlib
from typing import TYPE_CHECKING, Any

from branchline.errors import needs_extra
from branchline.server.addresses import is_number, is_public
from branchline.server.errors import Refusal

if TYPE_CHECKING:
    import aiohttp

PATIENCE = 10.0  # seconds for one request


class OutsideError(Exception):
    """A request outside that failed, or must not be made."""


class Outside:
    """Makes the requests."""

    def __init__(self, allow_private: bool = False) -> None:
        self._allow_private = allow_private
        self._session: aiohttp.ClientSession | None = None

    def check(self, url: str) -> None:
        """Refuse an address that can be seen to be wrong without asking anybody."""
        with needs_extra("telling players outside", "server"):
            from yarl import URL
        wrong = Refusal(422, "address", "give a full https address, without a user in it")
        if len(url) > 1000 or not url.isprintable() or " " in url:
            raise wrong
        try:
            parts = URL(url)  # as it is taken when connected to, with the dots and digits of all scripts made plain
            host, user, _ = parts.raw_host, parts.raw_user, parts.port
        except ValueError as error:
            raise wrong from error
        schemes = ("https", "http") if self._allow_private else ("https",)
        if parts.scheme not in schemes or not host or user is not None:
            raise wrong
        if not self._allow_private and is_number(host) and not is_public(host):
            raise Refusal(422, "address", "this is not a public address")

    async def check_soon(self, url: str) -> None:
        """The same; what it needs is read from the disk when somebody first asks, while others go on."""
        await asyncio.to_thread(self.check, url)

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Post something; return the status of the answer."""
        await asyncio.to_thread(_load)
        import aiohttp

        try:
            self.check(url)
            async with self._get_session().post(
                url, data=body, headers=headers, allow_redirects=False, timeout=aiohttp.ClientTimeout(PATIENCE)
            ) as answer:
                return answer.status
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError, Refusal) as error:
            raise OutsideError(type(error).__name__) from error  # its text may hold the address, which is a secret

    def _get_session(self) -> "aiohttp.ClientSession":
        if self._session is None:
            import aiohttp

            from branchline.server.resolver import PublicOnly

            options: dict[str, Any] = {} if self._allow_private else {"resolver": PublicOnly()}
            connector = aiohttp.TCPConnector(limit=50, limit_per_host=4, use_dns_cache=False, **options)
            self._session = aiohttp.ClientSession(connector=connector, trust_env=False)
        return self._session

    async def close(self) -> None:
        """Let go of all connections."""
        if self._session is not None:
            await self._session.close()


def _load() -> None:
    """Have everything at hand that a request needs."""
    with needs_extra("telling players outside", "server"):
        importlib.import_module("branchline.server.resolver")
