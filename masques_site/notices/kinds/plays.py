"""Notices about plays of the real table: a result to confirm, a dispute, a decision."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from companion.models import Answer, PlayLine, PlaySeat, PlayState, Verb
from games.policy import policy
from masques_site.accounts.moderation import has_block_with
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds.base import MAX_AGE, MOOT, READY, Kind, Verdict
from masques_site.notices.models import Notice

ASKING = (Verb.RECORDED, Verb.IMPORTED, Verb.CORRECTED)
TO_RECORDER = (Verb.CONFIRMED, Verb.CLAIMED)
TO_ALL = (*ASKING, Verb.DISPUTED, Verb.UPHELD, Verb.STRUCK)


class OfPlay(Kind):
    """The notice to the players of a play that they are asked to confirm it, that it is disputed or decided; and to its
    recorder that all have confirmed it, or that a name at the table was claimed."""

    code = "play"
    topic = "play"
    columns = {"user_id": "user_id", "play_line_id": "line"}
    read_with = ("play_line__play__recorder",)
    since = "line_at"
    gathers = True

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return a row for each account at the table and line that it gets."""
        told = Q(line_verb__in=TO_ALL) | Q(line_verb__in=TO_RECORDER, user=F("play__recorder"))
        seats = PlaySeat.objects.filter(user__isnull=False, play__lines__at__gt=now - MAX_AGE).annotate(
            line=F("play__lines__pk"),
            line_at=F("play__lines__at"),
            line_verb=F("play__lines__verb"),
            line_actor=F("play__lines__actor"),
        )
        return [seats.filter(told).exclude(line_actor=F("user")).order_by("line_at", "line")]

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        line = _line_of(notice)
        play = line.play
        if line.verb in (Verb.UPHELD, Verb.STRUCK, Verb.CLAIMED):
            return READY
        if line.verb == Verb.DISPUTED:
            return READY if play.state == PlayState.DISPUTED else MOOT
        if line.verb == Verb.CONFIRMED:
            newest = play.lines.filter(verb=Verb.CONFIRMED).order_by("-at", "-pk").first()
            return READY if play.counts and newest == line else MOOT
        unanswered = play.seats.filter(user=notice.user_id, answer=Answer.NONE)
        corrected = play.lines.filter(verb__in=ASKING, pk__gt=line.pk)
        return READY if play.state == PlayState.WAITING and unanswered.exists() and not corrected.exists() else MOOT

    def words(self, notice: Notice) -> Words:
        """Return the words, without those of a person with whom the reader has a block."""
        line = _line_of(notice)
        play = line.play
        actor = None if line.actor is None else _account(line.actor)
        name = _("a player") if actor is None else policy().names([actor])[actor.pk]
        facts = {"title": play.game.name, "name": name}
        title, said = _WORDS[Verb(line.verb)]
        quoted = str(line.facts.get("text") or line.facts.get("reason") or "")
        if quoted and actor is not None and has_block_with(notice.user, [actor]):
            quoted = ""
        link = reverse("companion:play", args=[play.pk])
        return Words(str(title) % facts, [str(said) % facts], link, _("Go to the result"), quoted)

    def several(self, notices: Sequence[Notice]) -> Words:
        number = len(notices)
        title = ngettext("%(number)s result of the real table", "%(number)s results of the real table", number)
        text = [_("there’s news of your plays at the real table.")]
        return Words(title % {"number": number}, text, reverse("companion:plays"), _("See your plays"))


def _line_of(notice: Notice) -> PlayLine:
    assert notice.play_line is not None, "it is about a line"
    return notice.play_line


def _account(key: int) -> Any | None:
    return get_user_model().objects.filter(pk=key).first()


_CONFIRM = (
    gettext_lazy("Is this result right? %(title)s"),
    gettext_lazy("%(name)s has recorded a play of %(title)s at the real table: please confirm the result."),
)
_WORDS = {
    Verb.RECORDED: _CONFIRM,
    Verb.IMPORTED: _CONFIRM,
    Verb.CORRECTED: (
        gettext_lazy("Is this result right now? %(title)s"),
        gettext_lazy("%(name)s has corrected a play of %(title)s at the real table: please confirm it again."),
    ),
    Verb.DISPUTED: (
        gettext_lazy("A result of %(title)s is disputed"),
        gettext_lazy(
            "%(name)s says that a result of %(title)s at the real table is wrong, so it doesn’t count for now."
        ),
    ),
    Verb.CONFIRMED: (
        gettext_lazy("Your result of %(title)s counts"),
        gettext_lazy("everyone has confirmed the play of %(title)s that you recorded."),
    ),
    Verb.CLAIMED: (
        gettext_lazy("%(name)s was at your table"),
        gettext_lazy(
            "%(name)s has claimed a name in a play of %(title)s that you recorded. If that’s wrong, take it back."
        ),
    ),
    Verb.UPHELD: (
        gettext_lazy("A result of %(title)s counts"),
        gettext_lazy("an organiser has decided that a disputed play of %(title)s counts as it was recorded."),
    ),
    Verb.STRUCK: (
        gettext_lazy("A result of %(title)s doesn’t count"),
        gettext_lazy("an organiser has decided that a play of %(title)s doesn’t count."),
    ),
}
"""The title and the sentence for each kind of line."""
