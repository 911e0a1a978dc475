"""Words and drawing of Lantern."""

from typing import Any

from games.core.text import SeatName, Text, TextList, _, ngettext
from games.core.title.presenter import Choice, Composition, Hint, KeyInAdvance, Presenter
from tests.lantern.rules.components import BRIDGE_CODES
from tests.lantern.rules.view import LanternView
from tests.lantern.text import log_text, names
from tests.lantern.text.in_advance import ANY, ASK_IF_DARK

BRIDGES = dict(zip(BRIDGE_CODES, names.BRIDGES, strict=True))

ANSWERS = {"let": _("Let it shine"), "blow": _("Blow")}
ANSWER_HELP = {
    "let": _("The lantern stays, unless another seat blows it out."),
    "blow": _("Spend a breath: the wind die decides whether the lantern goes out."),
}
FADED = "?"


class LanternPresenter(Presenter[LanternView]):
    """Three bridges side by side, the hand below them."""

    tray_template = crest_template = seat_template = facts_template = minute_template = setting_template = ""
    reasons = {"light": _("the brightest bridges"), "dark": _("no lantern was left alight")}
    describe_effect = staticmethod(log_text.describe)

    def in_advance(self, view: LanternView) -> list[KeyInAdvance]:
        answers = (*ANSWERS.items(), (ASK_IF_DARK, _("Let it shine, if I have a light there")))
        return [
            *(KeyInAdvance(code, name, answers) for code, name in BRIDGES.items()),
            KeyInAdvance(ANY, _("Any other bridge"), answers),
        ]

    def board(self, view: LanternView, composition: Composition | None) -> dict[str, Any]:
        offered = composition.offered if composition else ()
        words = composition.words if composition else ()
        chosen = int(words[0]) if words and words[0].isdigit() else None
        hung = view["lantern"]
        preview = {"card": chosen, "bridge": words[1]} if len(words) == 2 and chosen else None
        return {
            "bridges": [
                {
                    "id": f"bridge-{word}",
                    "name": name,
                    "word": word if word in offered else "",
                    "lights": [
                        {"seat": SeatName(seat), "light": FADED if light is None else light}
                        for seat, light in enumerate(lights)
                    ],
                    "lantern": next(
                        (each["card"] or FADED for each in (preview, hung) if each and each["bridge"] == word), None
                    ),
                }
                for (word, name), lights in zip(BRIDGES.items(), view["light"], strict=True)
            ],
            "hand": [
                {"id": f"card-{place}", "card": card or FADED, "word": str(card) if str(card) in offered else ""}
                for place, card in enumerate(without(view["hand"] or [], chosen))
            ],
            "chosen": chosen,
            "seats": [
                {"seat": SeatName(seat), "cards": cards, "breath": view["breath"][seat]}
                for seat, cards in enumerate(view["hands"])
            ],
        }

    def hint(self, view: LanternView, composition: Composition) -> Hint | None:
        return Hint("bridge", _("Hang it where %(seat)s wants to go.", seat=SeatName(1)))

    def choice(self, view: LanternView, composition: Composition, word: str) -> Choice:
        if word in BRIDGES:
            return Choice(word, BRIDGES[word], element=f"bridge-{word}")
        if word in ANSWERS:
            return Choice(word, ANSWERS[word], help=ANSWER_HELP[word])
        place = view["hand"].index(int(word))
        return Choice(word, _("A lantern of brightness %(card)s", card=int(word)), element=f"card-{place}")

    def prompt(self, view: LanternView, composition: Composition) -> Text:
        if view["phase"] == "blow":
            return _("Let the lantern of brightness %(card)s shine, or blow?", card=view["lantern"]["card"])
        if composition.words:
            return _("Choose the bridge.")
        return _("Choose a lantern to hang.")

    def waiting(self, view: LanternView) -> Text:
        seats = TextList(tuple(SeatName(seat) for seat in view["deciders"]))
        if view["phase"] == "blow":
            return ngettext(
                "%(seats)s answers the lantern.",
                "%(seats)s answer the lantern.",
                len(view["deciders"]),
                seats=seats,
            )
        return _("%(seats)s hangs a lantern.", seats=seats)

    def describe_move(self, view: LanternView, seat: int, text: str) -> Text:
        return ANSWERS[text] if text in ANSWERS else hang(_("Hang %(card)s on %(bridge)s."), text)


def hang(sentence: Text, text: str) -> Text:
    """`sentence` with the card and the bridge of the move ``3a``."""
    return Text(sentence.message, params=(*sentence.params, ("card", text[0]), ("bridge", BRIDGES[text[1]])))


def without(hand: list[int], card: int | None) -> list[int]:
    """`hand` after `card` left it."""
    rest = list(hand)
    if card is not None:
        rest.remove(card)
    return rest
