"""Values that are kept for the length of a request, with a type.

Django's own middleware puts attributes on the request; a type checker knows nothing of those that a project adds.
"""

from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from django.http import HttpRequest

T = TypeVar("T")


class RequestValue(Generic[T]):
    """One value for each request, forgotten with the request. Make one instance for each kind of value."""

    def __init__(self) -> None:
        self._values: WeakKeyDictionary[HttpRequest, T] = WeakKeyDictionary()

    def get(self, request: HttpRequest) -> T | None:
        """Return what was set for `request`, or None."""
        return self._values.get(request)

    def set(self, request: HttpRequest, value: T) -> None:
        """Keep `value` for `request`."""
        self._values[request] = value
