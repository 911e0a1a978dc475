"""Access to the outbox of an embedded site: requests from the same machine, and staff."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from masques_site.accounts.models import User

PROXY_MARKS = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP")


def may_read_outbox(request: HttpRequest) -> bool:
    """Return whether `request` comes from staff, or from this machine without a proxy. False on a site that is not
    embedded."""
    if not settings.EMBEDDED:
        return False
    return (isinstance(request.user, User) and request.user.is_staff) or _is_local(request)


def _is_local(request: HttpRequest) -> bool:
    if any(mark in request.META for mark in PROXY_MARKS):
        return False
    if split_domain_port(request.get_host())[0] not in settings.LOCAL_HOSTS:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
