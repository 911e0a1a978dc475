"""The networks that a request to a user's address may enter: the public internet only.

Python's own `is_global` follows the registry of its release, and older releases take some of these for public.
"""

from ipaddress import IPv4Address, IPv6Address, ip_network

IPAddress = IPv4Address | IPv6Address

CLOSED_IPV4 = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this host
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by a provider's customers; 100.100.100.200 tells a cloud's machines their secrets
            "127.0.0.0/8",  # loopback
            "168.63.129.16/32",  # looks public, and is the host of a virtual machine at Azure
            "169.254.0.0/16",  # link-local; 169.254.169.254 tells a cloud's machines their secrets
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocols of the IETF
            "192.0.2.0/24",  # documentation
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",  # private
            "198.18.0.0/15",  # measurements of networks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved; broadcast
        ),
    )
)
OPEN_IPV6 = ip_network("2000::/3")
"""All that is assigned to the internet. Outside of it are loopback, link-local, private and multicast addresses, and
the IPv4 addresses hidden in `::a.b.c.d`, `::ffff:a.b.c.d` and behind NAT64 (`64:ff9b::/96`, `64:ff9b:1::/48`)."""
CLOSED_IPV6 = tuple(
    map(
        ip_network,
        (
            "2001::/23",  # protocols of the IETF; Teredo hides an IPv4 address in 2001::/32
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4 hides an IPv4 address
            "3fff::/20",  # documentation
        ),
    )
)
LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


def is_public(address: IPAddress) -> bool:
    """Return whether `address` is a server's on the public internet."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in CLOSED_IPV4)
    return address in OPEN_IPV6 and not any(address in network for network in CLOSED_IPV6)


def is_loopback(address: IPAddress) -> bool:
    """Return whether `address` is this machine's own."""
    return any(address in network for network in LOOPBACK)
