"""The results of the end of a round, as lines: who takes which token, by how much, and which tokens stay."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from games.core.text import Param, SeatName, Text, TextList, _, ngettext
from games.core.title.presenter import Stop
from games.titles.masques.rules.components import DUCAT, INFLUENCE
from games.titles.masques.rules.effects import Comparison, Gain, PalaceResolved
from games.titles.masques.text import names

NOTHING = _("No one collects anything.")


def stop(effect: PalaceResolved) -> Stop:
    """Return a line for each token that is collected, and one for each reason for which tokens stay."""
    return _stop(effect.round, effect.gains, effect.comparisons, effect.covered)


@lru_cache(maxsize=4096)
def _stop(number: int, gains: tuple[Gain, ...], comparisons: tuple[Comparison, ...], covered: tuple[int, ...]) -> Stop:
    """Return the same, cached by all its facts: effects that differ in some of them are equal."""
    heading = _("End of round %(round)s", round=str(number)) if number else _("End of the round")
    compared = {each.place: each for each in comparisons}
    lines = [_gain(gain, compared.pop(gain.place, None)) for gain in gains]
    lines += _staying(compared.values(), covered)
    return Stop(heading, tuple(lines) or (NOTHING,), tuple(_takers(gains)) or (NOTHING,))


def _takers(gains: Sequence[Gain]) -> Iterator[Text]:
    """Yield what each seat collects, in the order of the seats."""
    for seat in sorted({gain.seat for gain in gains}):
        taken = Counter(gain.token for gain in gains if gain.seat == seat)
        yield _("%(seat)s: %(tokens)s", seat=SeatName(seat), tokens=TextList(tuple(_tokens(taken))))


def _tokens(taken: Counter[int]) -> Iterator[Param]:
    """Yield tokens by kind, each with its number if more than one."""
    for token, count in sorted(taken.items()):
        if token == DUCAT:
            yield names.ducats(count)
        elif count == 1:
            yield names.GUILDS[token]
        else:
            yield _("%(count)s × %(guild)s", count=count, guild=names.GUILDS[token])


def _gain(gain: Gain, compared: Comparison | None) -> Text:
    what = _("Ducat") if gain.token == DUCAT else names.GUILDS[gain.token]
    if compared is None:
        return _(
            "Palace card %(place)s, %(token)s: %(seat)s takes it.",
            place=str(gain.place),
            token=what,
            seat=SeatName(gain.seat),
        )
    weak, strong = sorted((INFLUENCE[compared.one], INFLUENCE[compared.other]))
    if weak == strong:
        return _(
            "Palace card %(place)s, %(token)s: %(seat)s takes it with both guests, %(strong)s each.",
            place=str(gain.place),
            token=what,
            seat=SeatName(gain.seat),
            strong=str(strong),
        )
    return _(
        "Palace card %(place)s, %(token)s: %(seat)s takes it, %(strong)s against %(weak)s.",
        place=str(gain.place),
        token=what,
        seat=SeatName(gain.seat),
        strong=str(strong),
        weak=str(weak),
    )


def _staying(compared: Iterable[Comparison], covered: tuple[int, ...]) -> Iterator[Text]:
    """Yield why tokens stay: ties, ownerless cards that are stronger, facedown tokens."""
    tied: list[int] = []
    neutral: list[int] = []
    for each in compared:
        (tied if INFLUENCE[each.one] == INFLUENCE[each.other] else neutral).append(each.place)
    if tied:
        yield ngettext(
            "Tie on palace card %(places)s: the token stays.",
            "Ties on palace cards %(places)s: the tokens stay.",
            len(tied),
            places=_places(tied),
        )
    if neutral:
        yield ngettext(
            "Foscari or an agent is stronger on palace card %(places)s: the token stays.",
            "Foscari or an agent is stronger on palace cards %(places)s: the tokens stay.",
            len(neutral),
            places=_places(neutral),
        )
    if covered:
        yield ngettext(
            "Facedown on palace card %(places)s: the token stays.",
            "Facedown on palace cards %(places)s: the tokens stay.",
            len(covered),
            places=_places(covered),
        )


def _places(places: Iterable[int]) -> TextList:
    return TextList(tuple(str(place) for place in places))
