"""The switch of the fast paths, which replace parts of Django where its own way is slow.

docs/fast-paths.md lists them, with what each costs and saves. Nothing else reads the setting.
"""

from django.conf import settings


def enabled() -> bool:
    """Whether the fast paths are taken. If not, the ORM and Django's own handler do the same work."""
    return bool(settings.FAST_PATHS)
