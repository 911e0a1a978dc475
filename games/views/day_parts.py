"""Phrases for when the people at a table usually answer, by the reader's clock."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import clock
from games.core.clocks.day_parts import DayPart, usual_part
from games.policy import policy
from games.selectors.lists import MatchSummary

WORDS: Mapping[DayPart, Promise] = {
    DayPart.NIGHT: _("The others here usually answer at night, your time."),
    DayPart.MORNING: _("The others here usually answer in the morning, your time."),
    DayPart.AFTERNOON: _("The others here usually answer in the afternoon, your time."),
    DayPart.EVENING: _("The others here usually answer in the evening, your time."),
}


def usual_parts(summaries: Sequence[MatchSummary], reader: Any) -> Mapping[str, Promise]:
    """Return a sentence for each of these tables at which it is clear when the others usually answer, by match; one
    statement, none for a stranger, whose clock is unknown."""
    if not reader.is_authenticated:
        return {}
    others = {
        summary.match.pk: [place.user_id for place in summary.places if place.user_id not in (None, reader.pk)]
        for summary in summaries
    }
    hours = policy().answer_hours({user for users in others.values() for user in users if user is not None})
    offset = clock.now().astimezone(timezone.get_current_timezone()).utcoffset()
    ahead = round(offset.total_seconds() / 3600) if offset is not None else 0
    found = {
        match: usual_part([hours[user] for user in users if user in hours], ahead) for match, users in others.items()
    }
    return {match: WORDS[part] for match, part in found.items() if part is not None}
