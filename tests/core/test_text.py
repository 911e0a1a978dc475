from games.core.text import SeatName, Text, TextList, _, ngettext


def italian(text: Text) -> str:
    words = {
        "%(seat)s plays %(card)s.": "%(seat)s gioca %(card)s.",
        "the thief": "il ladro",
        "%(n)s card": "%(n)s carta",
        "%(n)s cards": "%(n)s carte",
    }
    return text.render(
        lambda message: words.get(message, message),
        lambda one, many, number: words[one if number == 1 else many],
        lambda seat: ["Ada", "Zeno"][seat],
    )


def test_a_text_reads_as_plain_english_by_itself() -> None:
    assert str(_("%(seat)s plays %(card)s.", seat=SeatName(1), card="C4")) == "seat 1 plays C4."


def test_words_inside_a_sentence_are_translated_and_seats_named_by_the_page() -> None:
    assert italian(_("%(seat)s plays %(card)s.", seat=SeatName(1), card=_("the thief"))) == "Zeno gioca il ladro."


def test_a_number_chooses_the_plural() -> None:
    assert [str(ngettext("%(n)s card", "%(n)s cards", n)) for n in (1, 2)] == ["1 card", "2 cards"]
    assert [italian(ngettext("%(n)s card", "%(n)s cards", n)) for n in (1, 2)] == ["1 carta", "2 carte"]


def test_a_list_of_seats_is_joined() -> None:
    assert italian(_("%(seats)s", seats=TextList((SeatName(0), SeatName(1))))) == "Ada, Zeno"


def test_a_percent_sign_in_a_sentence_without_parameters_stays() -> None:
    assert str(_("A 95 % interval")) == "A 95 % interval"


def test_equal_texts_are_equal() -> None:
    assert _("%(a)s", a=1) == _("%(a)s", a=1)
    assert len({_("%(a)s", a=1), _("%(a)s", a=1), _("%(a)s", a=2)}) == 2
