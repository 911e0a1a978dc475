"""Django's command, which also reads Jinja templates as `collect_texts` needs it."""

from pathlib import Path
from typing import Any

import jinja2
from django.core.management.base import CommandError
from django.core.management.commands import makemessages
from jinja2.ext import extract_from_ast

GETTEXT_FUNCTIONS = ("_", "ngettext")


def as_python(source: str) -> str:
    """Return a Python program with the gettext calls of a Jinja template, each on its line of the template.

    Django's own reader only finds calls without parameters.
    """
    lines = [""] * (source.count("\n") + 1)
    for number, function, message in extract_from_ast(jinja2.Environment().parse(source), GETTEXT_FUNCTIONS):  # noqa: S701
        texts = [message] if isinstance(message, str) else [text for text in message or () if text is not None]
        lines[number - 1] += f"{function}({', '.join(map(repr, texts))});"
    return "\n".join(lines)


class BuildFile(makemessages.BuildFile):
    """A source for xgettext; a Jinja template becomes a Python program first."""

    def preprocess(self) -> None:
        if self.is_templatized and self.path.endswith(".jinja"):
            source = Path(self.path).read_text(encoding="utf-8")
            Path(self.work_path).write_text(as_python(source), encoding="utf-8")
        else:
            super().preprocess()


class Command(makemessages.Command):
    """Django's command, which refuses to run without the Jinja templates: leaving them out would drop their
    translations."""

    build_file_class = BuildFile

    def handle(self, *args: Any, **options: Any) -> None:
        if "jinja" not in (options["extensions"] or ()):
            raise CommandError("Use 'manage.py collect_texts', which also reads the Jinja templates.")
        super().handle(*args, **options)
