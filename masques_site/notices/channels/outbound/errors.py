"""Errors of outbound requests. Their messages are sentences for the user who typed the address."""


class ForbiddenAddress(ValueError):
    """An address to which this site sends nothing: no server of the public internet, or not written as one."""


class Unreachable(Exception):
    """A server that gave no answer, or none that can be read."""
