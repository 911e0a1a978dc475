"""How the tables' templates are written: in lines, of which the page knows nothing."""

import re
from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation
from jinja2 import TemplateAssertionError

from games.plumbing.jinja_templates import PIECE
from games.table_templates import environment_of
from tests.project.sources import project_files, relative

GLUED = re.compile(
    r"[%}]\}\s*\n\s*[a-z]"  # an attribute or a word behind what Jinja prints
    r'|\w[.,;:!?"]?\s*\n\s*\{\{'  # and before it
    r'|(?<!" ")\s\}\}\s*\n\s*\{\{'  # or two values
)


def drawn(source: str, language: str = "en", **facts: object) -> str:
    """Return what a template of this source prints."""
    return environment_of((), language, False).from_string(source).render(facts).replace(PIECE, "")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<ul>\n  <li>one</li>\n\n  <li>two</li>\n</ul>\n", "<ul><li>one</li><li>two</li></ul>"),
        ("<p>\n  one\n</p>", "<p>one</p>"),
        ("<p>\n  {{ one }}\n  {{ two }}\n</p>", "<p>12</p>"),
        ("{% if one %}\n  one\n{% else %}\n  two\n{% endif %}\n", "one"),
        ('\n<i\n  class="a{% if one %} b{% endif %}"\n  {% if two %} hidden{% endif %}\n>', '<i class="a b" hidden>'),
    ],
)
def test_a_line_break_next_to_a_tag_is_dropped(source, expected):
    assert drawn(source, one=1, two=2) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>one\n  two</p>", "<p>one two</p>"),
        ('<input id="a"\n    name="{{ one }}"\n    hidden>', '<input id="a" name="1" hidden>'),
    ],
)
def test_a_line_break_in_a_sentence_or_between_attributes_is_one_space(source, expected):
    assert drawn(source, one=1) == expected


def test_a_space_within_a_line_stays():
    assert drawn("<b>{{ one }}</b> <i> two </i>\t{{ one }}", one=1) == "<b>1</b> <i> two </i>\t1"


def test_a_space_that_is_wanted_at_a_line_break_is_written_out():
    assert drawn('<p>\n  <b>{{ one }}</b>{{ " " }}\n  <i>two</i>\n</p>', one=1) == "<p><b>1</b> <i>two</i></p>"


def test_a_comment_vanishes_with_its_lines():
    assert drawn("{# Why it\n   is so. #}\n<p>\n  {# here #}\n  one\n  {# there #}\n</p>") == "<p>one</p>"


def test_line_breaks_of_what_is_printed_stay():
    assert drawn("<textarea>{{ note }}</textarea>", note="one\n\n  two") == "<textarea>one\n\n  two</textarea>"


def test_a_translated_text_is_escaped_and_laid_out_as_any_other_value():
    source = '<p title="{{ _("Since your move:") }}">\n  one\n  {{ _("Since your move:") }}\n</p>'
    assert drawn(source) == '<p title="Since your move:">oneSince your move:</p>'
    assert drawn(source, "it") == '<p title="Dalla tua mossa:">oneDalla tua mossa:</p>'
    assert drawn('{{ _("What <b> it\'s") }}') == "What &lt;b&gt; it&#39;s"


def test_an_error_names_the_line_of_the_file():
    with pytest.raises(ZeroDivisionError) as caught:
        drawn("<p>\n  one\n\n  {{ 1 // number }}\n</p>", number=0)
    assert caught.traceback[-1].lineno + 1 == 4


@pytest.mark.parametrize("auto_reload", [False, True], ids=["laid in", "drawn apart"])
def test_an_included_template_sees_what_surrounds_it(tmp_path, auto_reload):
    (tmp_path / "inner.jinja").write_text("<i>{{ outer }}{{ given }}{{ own }}{{ absent }}</i>")
    (tmp_path / "outer.jinja").write_text(
        '{% set own = "<c>" %}{% for given in "de" %}{% include "inner.jinja" %}{% endfor %}'
        '{% include which %}{% set text %}{% include "inner.jinja" %}{% endset %}<b>{{ text }}</b>'
    )
    environment = environment_of((str(tmp_path),), "en", auto_reload)
    made = environment.get_template("outer.jinja").render(outer="a&", which="inner.jinja")
    alone = "<i>a&amp;&lt;c&gt;</i>"
    assert made.replace(PIECE, "") == f"<i>a&amp;d&lt;c&gt;</i><i>a&amp;e&lt;c&gt;</i>{alone}<b>{alone}</b>"


@pytest.mark.parametrize("auto_reload", [False, True], ids=["laid in", "drawn apart"])
def test_an_included_template_keeps_what_it_sets_to_itself(tmp_path, auto_reload):
    (tmp_path / "inner.jinja").write_text('{% set own = "inner" %}{{ own }}{{ number|default("-") }}')
    (tmp_path / "middle.jinja").write_text('{% include "inner.jinja" %}')
    (tmp_path / "outer.jinja").write_text(
        '{% set own = "outer" %}{% for number in "ab" %}{% include "middle.jinja" %}{% endfor %}{{ own }}'
    )
    environment = environment_of((str(tmp_path),), "en", auto_reload)
    assert environment.get_template("outer.jinja").render() == "innerainnerbouter"


def test_an_error_in_a_template_that_is_laid_in_names_the_line_that_includes_it(tmp_path):
    (tmp_path / "inner.jinja").write_text("{{ 1 // number }}")
    (tmp_path / "outer.jinja").write_text('<p>\n\n  {% include "inner.jinja" %}\n</p>')
    with pytest.raises(ZeroDivisionError) as caught:
        environment_of((str(tmp_path),), "en", False).get_template("outer.jinja").render(number=0)
    assert (caught.traceback[-1].path.name, caught.traceback[-1].lineno + 1) == ("outer.jinja", 3)


@pytest.mark.parametrize("words", ["ignore missing", "without context"])
def test_an_include_with_further_words_is_refused_when_it_is_compiled(words):
    with pytest.raises(TemplateAssertionError, match="no further words"):
        drawn('{% include "games/match/_seats.jinja" WORDS %}'.replace("WORDS", words))


def test_no_line_break_that_is_dropped_joins_two_words():
    found = []
    for path in project_files(".jinja"):
        text = path.read_text()
        found += [f"{relative(path)}:{text.count(chr(10), 0, hit.start()) + 1}" for hit in GLUED.finditer(text)]
    assert not found, "Write the space out:\n" + "\n".join(found)


def test_drawings_are_cached_by_inputs_language_and_time_zone(tmp_path):
    (tmp_path / "line.jinja").write_text(
        '<i title="{{ _("new") }}">{{ item.text }}{{ mark }}{{ moment(item["at"]) }}</i>'
    )
    source = '{{ each_once("line.jinja", lines, mark=mark) }}'
    lines = [{"text": "a<", "at": datetime(2026, 3, 1, 12, tzinfo=UTC)}]

    def made(language: str = "en", zone: str = "UTC", mark: str = "!") -> str:
        with translation.override(language), timezone.override(zone):
            return environment_of((str(tmp_path),), language, False).from_string(source).render(lines=lines, mark=mark)

    first = made()
    assert 'title="new">a&lt;!<time' in first
    assert len({first, made("it"), made(zone="Asia/Kolkata"), made(mark="?")}) == 4
    lines[0]["text"] = "b"
    assert made() == first.replace("a&lt;", "b")


def test_values_in_a_sentence_are_escaped_once():
    source = (
        '{% set left %}<b>{{ name }}</b>{% endset %}{{ _("%(left)s left", left=left) }} {{ _("Seat %(n)s", n=name) }}'
    )
    assert drawn(source, name="a&") == "<b>a&amp;</b> left Seat a&amp;"
