"""The names of bots at the table: given names of Venice, reserved for bots by the site.

A bot's name follows from the match and the seat alone, so nothing is stored, and everybody reads the same one.
"""

from zlib import crc32

from games.core.text import Text, _

BOT_NAMES: tuple[Text, ...] = (
    _("Anzolo"),
    _("Bepi"),
    _("Bortolo"),
    _("Catina"),
    _("Checa"),
    _("Giustina"),
    _("Lucieta"),
    _("Lunardo"),
    _("Malgarita"),
    _("Marieta"),
    _("Menego"),
    _("Momolo"),
    _("Nineta"),
    _("Nane"),
    _("Orseta"),
    _("Pasqueta"),
    _("Todaro"),
    _("Toffolo"),
    _("Tonin"),
    _("Vetor"),
    _("Zanina"),
    _("Zorzi"),
    _("Zuane"),
)
"""A prime number of names: from any of them, every stride visits them all."""


def bot_names(match_id: str) -> list[Text]:
    """Return all names, in the order in which the seats of a match take them."""
    count, digest = len(BOT_NAMES), crc32(match_id.encode())
    start, stride = digest % count, 1 + digest // count % (count - 1)
    return [BOT_NAMES[(start + stride * step) % count] for step in range(count)]
