"""Messages in tables that the compiled rules share, where no `Text` is allowed.

Such a module says ``from games.core.engine.marked import marked as _``, so that `collect_texts` finds its messages; to
show one, make a text of it with `text_of`.
"""


def marked(message: str) -> str:
    """Mark `message` for translation, and return it as it is."""
    return message


def marked_plural(one: str, many: str) -> tuple[str, str]:
    """Mark a message with a plural form, and return both forms; import it with ``import marked_plural as ngettext``."""
    return one, many
