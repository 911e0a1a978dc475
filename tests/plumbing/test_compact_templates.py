"""Templates are loaded without their layout, and mean the same."""

import re

import pytest
from django.template import Context, Engine

from games.plumbing.compact_templates import compact
from tests.project.sources import project_files, relative

BROKEN_TAG = re.compile(r"\{%(?:(?!%\})[^\n])*\n(?:(?!\{%)[^\n])*%\}|\{\{(?:(?!\}\})[^\n])*\n(?:(?!\{\{)[^\n])*\}\}")


@pytest.mark.parametrize(
    ("source", "sent"),
    {
        "next to a block-level element nothing is left": (
            "<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n",
            "<ul><li>a</li><li>b</li></ul>",
        ),
        "elsewhere a space is": ("<p>\n  one\n  <b>two</b>\n  three\n</p>", "<p>one <b>two</b> three</p>"),
        "a line break between words is a space": ("one\ntwo", "one two"),
        "spaces on one line stay": ("<p>a  <b>b</b> c</p>", "<p>a  <b>b</b> c</p>"),
        "attributes on lines of their own": ('<a\n    href="/"\n    class="b">c</a>', '<a href="/" class="b">c</a>'),
        "a statement at the edge of a block": (
            "<p>\n  {% if a %}\n    x\n  {% endif %}\n</p>",
            "<p>{% if a %}x{% endif %}</p>",
        ),
        "branches at the edge of a block": (
            "<p>\n  {% if a %}\n    x\n  {% elif b %}\n    y\n  {% else %}\n    z\n  {% endif %}\n</p>",
            "<p>{% if a %}x{% elif b %}y{% else %}z{% endif %}</p>",
        ),
        "branches amid words": (
            "<p>v\n  {% if a %}\n    x\n  {% else %}\n    {% if b %}<i></i>{% endif %}\n  {% endif %}\n  w</p>",
            "<p>v {% if a %} x {% else %} {% if b %}<i></i>{% endif %} {% endif %} w</p>",
        ),
        "a loop repeats the space between its items": (
            "<p>\n  {% for a in b %}\n    x\n  {% endfor %}\n</p>",
            "<p>{% for a in b %} x {% endfor %}</p>",
        ),
        "statements at the start print nothing": (
            "{% load i18n %}\n{% url 'x' as y %}\n<b>z</b>",
            "{% load i18n %}{% url 'x' as y %}<b>z</b>",
        ),
        "what a statement prints is unknown": ("<b>a</b>\n{% icon %}\n<b>c</b>", "<b>a</b> {% icon %} <b>c</b>"),
        "a message stays as translators know it": (
            "<p>\n{% blocktranslate trimmed %}\n a\n b\n{% endblocktranslate %}\n</p>",
            "<p>{% blocktranslate trimmed %}\n a\n b\n{% endblocktranslate %}</p>",
        ),
        "text that is shown as it is": ("<pre>a\n  b</pre>\n<p>c</p>", "<pre>a\n  b</pre><p>c</p>"),
        "a sign that begins no tag": ("<p>1 < 2\n  {{ a }}</p>", "<p>1 < 2 {{ a }}</p>"),
    }.values(),
)
def test_layout_is_not_sent(source: str, sent: str) -> None:
    assert compact(source) == sent


def test_a_child_adds_attributes_to_its_parent() -> None:
    templates = {
        "parent": "<body\n  {% block live %}data-live='/'{% endblock %}>\n  <p>x</p>\n</body>",
        "child": "{% extends 'parent' %}\n{% block live %} data-live='/there/'{% endblock %}\n",
    }
    loaders = [("django.template.loaders.locmem.Loader", {name: compact(text) for name, text in templates.items()})]
    drawn = Engine(loaders=loaders).get_template("child").render(Context())
    assert drawn == "<body  data-live='/there/'><p>x</p></body>"


def test_no_tag_is_broken_over_lines() -> None:
    """Django prints such a tag instead of running it."""
    broken = [
        f"{relative(path)}:{text.count(chr(10), 0, tag.start()) + 1}: {tag.group()!r}"
        for path in project_files(".html", ".txt")
        for text in [path.read_text()]
        for tag in BROKEN_TAG.finditer(text)
    ]
    assert not broken, "\n".join(broken)
