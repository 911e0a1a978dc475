"""Texts in the reader's language."""

from django.utils import translation

from games.core.text import SeatName, _
from games.core.title.presenter import Kept
from games.translation import translate_tree


def test_a_kept_part_is_put_into_words_for_each_language_and_the_names_of_each_table():
    part = Kept(text=_("Round %(round)s", round=2), who=SeatName(0), nothing=None)
    names = ["Ada"].__getitem__

    def told(language: str = "en", names=names):
        with translation.override(language):
            return translate_tree([part, {"part": part}], names)

    first = told()
    assert first == [expected := {"text": "Round 2", "who": "Ada", "nothing": None}, {"part": expected}]
    assert type(first[0]) is dict
    assert told()[0] is first[0]
    assert told("it")[0] == {**expected, "text": "Turno 2"} != expected
    assert told(names=["Bea"].__getitem__)[0] == {**expected, "who": "Bea"}
    assert translate_tree(Kept(part), names)["who"] == "Ada"
