"""The switch of the fast paths, which replace parts of Django where its own way is slow.

docs/fast-paths.md lists them, with what each costs and saves. Nothing else reads the setting.
"""

from games.conf import conf


def enabled() -> bool:
    """Return whether the fast paths are taken. If not, the ORM and Django's own handler do the same work."""
    return conf.FAST_PATHS
