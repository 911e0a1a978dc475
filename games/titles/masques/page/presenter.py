"""The board of Masques: what the template draws, and how the choices are called."""

from games.core.engine.events import Effect
from games.core.text import Text, _, ngettext, text_of
from games.core.title.presenter import Choice, Composition, Presenter, Stop
from games.titles.masques.page import coach, departures, drawing, elements
from games.titles.masques.page.glossary import forbidden, glossary
from games.titles.masques.page.progress import progress
from games.titles.masques.rules.codes import GUEST_CODES, guest_number
from games.titles.masques.rules.effects import ENTRIES, PalaceResolved
from games.titles.masques.rules.view import MasquesView
from games.titles.masques.text import log_text, names, round_end
from games.titles.masques.text.agents import AGENTS, agent_name


class MasquesPresenter(Presenter[MasquesView]):
    """The palace as a ring, its supplies in the middle, the own cards and the seats below."""

    reasons = names.REASONS
    glossary = staticmethod(glossary)
    touched = staticmethod(elements.touched)
    moment = staticmethod(drawing.moment)
    progress = staticmethod(progress)
    settled = staticmethod(departures.settled)
    leaving = staticmethod(departures.departures)
    hint = staticmethod(coach.hint)
    forbidden = staticmethod(forbidden)
    board = staticmethod(drawing.table)
    describe_effect = staticmethod(log_text.describe)

    def stop(self, effect: Effect) -> Stop | None:
        return round_end.stop(effect) if isinstance(effect, PalaceResolved) else None

    def choice(self, view: MasquesView, composition: Composition, word: str) -> Choice:
        element = elements.element(composition.words, word)
        step = len(composition.words)
        if step == 0:
            return _opening(view, word, element)
        if step == 1:
            hall = int(word)
            return Choice(word, _("Hallway %(hall)s", hall=hall), element, help=between(view, hall))
        if word == "no":
            return Choice(
                word, _("Use no ability"), element, help=_("The agent takes the hallway and does nothing else.")
            )
        return Choice(word, _target(view, word), element, help=_target_help(view, word))

    def hand_shows_board(self, view: MasquesView, composition: Composition) -> bool:
        """Return whether hallways or palace cards are to be chosen."""
        offered = (elements.element(composition.words, word) for word in composition.offered)
        return any(at.startswith(("mq-hall-", "mq-palace-")) for at in offered)

    def prompt(self, view: MasquesView, composition: Composition) -> Text:
        step = len(composition.words)
        if view["phase"] == "draft":
            return _("Pick a guest to keep; the rest go to the player on your left.")
        if step == 0:
            if "pass" in composition.offered:
                return _("Your hand is empty: hire an agent or pass.")
            return _("Play a guest or hire an agent.")
        if step == 1:
            return _("Choose an empty hallway.")
        agent = AGENTS[composition.words[0]]
        return text_of(agent.second_prompt if step > 2 and agent.second_prompt else agent.first_prompt)

    def waiting(self, view: MasquesView) -> Text:
        due = view["deciders"]
        if view["phase"] == "draft":
            return ngettext(
                "%(seats)s must pick a guest.", "%(seats)s must pick a guest.", len(due), seats=names.seats(due)
            )
        return _("%(seats)s must play a guest or hire an agent.", seats=names.seats(due))

    def describe_move(self, view: MasquesView, seat: int, text: str) -> Text:
        return log_text.describe_move(view, ENTRIES.parse_move(seat, text))


def _opening(view: MasquesView, word: str, element: str) -> Choice:
    """Return the choice of a guest to keep or play, of an agent, or of passing."""
    if word == "pass":
        return Choice(word, _("Pass"), element, help=_("You can still hire on a later turn this round."))
    if word in AGENTS:
        prices = next(pile["prices"] for pile in view["piles"] if pile["agent"] == word)
        label = _("%(agent)s, %(price)s", agent=agent_name(word), price=names.ducats(prices[0]))
        return Choice(word, label, element, help=text_of(AGENTS[word].ability), group=_("Hire an agent"))
    group = None if view["phase"] == "draft" else _("Play a guest")
    return Choice(word, names.guest(guest_number(word)), element, help=names.allegiance(view, word[0]), group=group)


def _target(view: MasquesView, word: str) -> Text:
    """Return the name of an agent's target: a guest, a hallway (``x8``, ``8``), or a palace card (``xp4``, ``p4``)."""
    if word in GUEST_CODES:
        return names.guest(guest_number(word))
    word = word.removeprefix("x")
    if word.startswith("p"):
        place = int(word[1:])
        return _("Palace card %(place)s: %(token)s", place=place, token=names.token(view["tokens"][place]))
    return _hallway(view, int(word))


def _target_help(view: MasquesView, word: str) -> Text:
    """Return whose guest a target is, or what lies next to it."""
    if word in GUEST_CODES:
        return names.allegiance(view, word[0])
    word = word.removeprefix("x")
    if not word.startswith("p"):
        return between(view, int(word))
    place = int(word[1:])
    before = (place - 1) % len(view["tokens"])
    return _("Between %(one)s and %(other)s.", one=_hallway(view, before), other=_hallway(view, place))


def _hallway(view: MasquesView, hall: int) -> Text:
    card = view["hallways"][hall]
    if card is None:
        return _("Hallway %(hall)s", hall=hall)
    return _("Hallway %(hall)s: %(card)s", hall=hall, card=names.card(card))


def between(view: MasquesView, hall: int) -> Text:
    """Return what lies next to a hallway, and who is on the other side of it."""
    size = len(view["tokens"])
    after = (hall + 1) % size
    return _(
        "Next to palace cards %(one)s (%(token)s, against %(card)s) and %(other)s (%(second)s, against %(rival)s).",
        one=hall,
        token=names.token(view["tokens"][hall]),
        card=names.card(view["hallways"][hall - 1]),
        other=after,
        second=names.token(view["tokens"][after]),
        rival=names.card(view["hallways"][after]),
    )
