"""Which addresses are the world's, and which lead inside."""

import ipaddress

WITH_OLD_ADDRESSES = [ipaddress.IPv6Network(net) for net in ("::/96", "64:ff9b::/96", "64:ff9b:1::/48")]


def is_number(host: str) -> bool:
    """Whether a host is given by its address."""
    return ":" in host or host.replace(".", "").isdigit()


def is_public(address: str) -> bool:
    """Whether an address is one of the world, not of a house or of this machine."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return parsed.is_global and not parsed.is_multicast and not _has_old_address(parsed)


def _has_old_address(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is one of another kind in disguise, which may lead inside."""
    if isinstance(address, ipaddress.IPv4Address):
        return False
    is_known = address.ipv4_mapped or address.sixtofour or address.teredo
    return bool(is_known) or any(address in net for net in WITH_OLD_ADDRESSES)
