"""Messages for endpoints: of one delivery or of several, in the reader's language, and the place they go to."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.selectors.lists import waiting_count_of
from masques_site.accounts.addresses import unsubscribe_token
from masques_site.notices import league_lines
from masques_site.notices.channels.base import Message, Place, Words
from masques_site.notices.kinds import KINDS
from masques_site.notices.kinds.base import words_of_several
from masques_site.notices.models import Delivery, Endpoint, Notice
from masques_site.notices.topics import TOPICS

TEST = "test"
"""The topic of a delivery that only shows whether the endpoint works."""


@contextmanager
def for_reader(endpoint: Endpoint) -> Iterator[None]:
    """Activate the language and the time zone of the endpoint's user; for a league, those of the site."""
    user = endpoint.user
    language = (user.language if user is not None else "") or settings.LANGUAGE_CODE
    zone = user.zone if user is not None else ZoneInfo(settings.TIME_ZONE)
    with translation.override(language), timezone.override(zone):
        yield


def place_of(endpoint: Endpoint) -> Place:
    """Return where the endpoint is. A mailbox is at the account's present address."""
    user = endpoint.user
    if endpoint.channel != "mail" or user is None:
        return Place(endpoint.url, endpoint.facts)
    return Place(
        user.email,
        {
            "name": user.shown_name,
            "unsubscribe": _url(reverse("notices:unsubscribe", args=[unsubscribe_token(user)])),
            "settings": _url(reverse("notices:settings")),
        },
    )


def message_of(endpoint: Endpoint, deliveries: Sequence[Delivery], key: str) -> Message:
    """Return the message of these deliveries to `endpoint`, in the active language and time zone."""
    words = [_words(delivery) for delivery in deliveries]
    matches = {delivery.notice.match_id if delivery.notice else None for delivery in deliveries}
    user = endpoint.user
    return Message(
        key=key,
        words=words[0] if len(words) == 1 else _over_all(deliveries),
        items=() if len(words) == 1 else [_words(delivery, among_others=True) for delivery in deliveries],
        thread=str(matches.pop() or "") if len(matches) == 1 else "",
        language=translation.get_language() or settings.LANGUAGE_CODE,
        waiting=waiting_count_of(user.pk) if user is not None and endpoint.channel == "push" else 0,
        is_urgent=any(TOPICS[each.topic].costs_a_seat for each in deliveries if each.topic in TOPICS),
    )


def _words(delivery: Delivery, *, among_others: bool = False) -> Words:
    if delivery.log_entry is not None:
        return league_lines.words(delivery.log_entry)
    if delivery.notice is None:
        return test_words()
    notice = notice_about(delivery)
    kind = KINDS[notice.kind]
    return kind.item(notice) if among_others else kind.words(notice)


def _over_all(deliveries: Sequence[Delivery]) -> Words:
    """Return the words over the items of several deliveries: of their kind, if they are of one."""
    notices = [notice_about(delivery) for delivery in deliveries if delivery.notice is not None]
    kinds = {notice.kind for notice in notices}
    if len(notices) == len(deliveries) and len(kinds) == 1:
        return KINDS[notices[0].kind].several(notices)
    return words_of_several(len(deliveries))


def notice_about(delivery: Delivery) -> Notice:
    """Return the notice of `delivery` as it was when it was passed on: by now it may be about its next topic."""
    notice = delivery.notice
    assert notice is not None, "it is neither a test nor about a league's line"
    notice.topic = delivery.topic
    return notice


def test_words() -> Words:
    """Return the words of a test."""
    site = {"site": settings.SITE_NAME}
    said = _("this is a test: notices from %(site)s arrive here.") % site
    return Words(_("A test from %(site)s") % site, [said], reverse("notices:settings"), _("Your notices"))


def _url(path: str) -> str:
    return f"{settings.SITE_URL}{path}"
