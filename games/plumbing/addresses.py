"""The addresses of pages, which a table asks for again at every move."""

from functools import lru_cache

from django.urls import get_script_prefix, reverse


def url(name: str, *arguments: object) -> str:
    """Return the address of a page."""
    return _url(get_script_prefix(), name, arguments)


@lru_cache(maxsize=4096)
def _url(_prefix: str, name: str, arguments: tuple[object, ...]) -> str:
    return reverse(name, args=arguments)
