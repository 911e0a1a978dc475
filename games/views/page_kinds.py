"""The pages on which a seat decides."""

from enum import Enum

from games.plumbing.addresses import url


class PageKind(Enum):
    """A page on which a seat decides: the whole match, or the hand alone for a phone at a real table.

    The value names the page's address, its templates and the part of it that its script asks for; forms and sockets
    say with it where they belong.
    """

    MATCH = "match"
    HAND = "hand"

    @classmethod
    def named(cls, name: str) -> "PageKind":
        """Return the kind of this name; the whole match if there is none."""
        return next((kind for kind in cls if kind.value == name), cls.MATCH)

    @property
    def section(self) -> str:
        """Return the template of the section that is drawn again at every change."""
        return f"games/match/_{self.value}.jinja"

    @property
    def page(self) -> str:
        """Return the template of the whole page."""
        return f"games/match/{self.value}.html"

    def address(self, match_id: str) -> str:
        """Return the address of this page of a match."""
        return url(f"games:{self.value}", match_id)
