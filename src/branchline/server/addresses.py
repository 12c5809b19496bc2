"""Which addresses are the world's, and which lead inside."""

import ipaddress


def is_number(host: str) -> bool:
    """Whether a host is given by its address."""
    return ":" in host or host.replace(".", "").isdigit()


def is_public(address: str) -> bool:
    """Whether an address is one of the world, not of a house or of this machine."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return parsed.is_global and not parsed.is_multicast and not _leads_elsewhere(parsed)


def _leads_elsewhere(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is one of another kind in disguise, which may lead inside, or one that nobody was given."""
    if isinstance(address, ipaddress.IPv4Address):
        return False
    is_disguise = address.ipv4_mapped or address.sixtofour or address.teredo
    return bool(is_disguise) or address.is_reserved or address.is_site_local
