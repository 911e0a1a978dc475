"""Every address of the site, from its URLconf, with its answers."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games import clock
from masques_site.notices.topics import TOPICS
from tests.http.rows import Rows, changed
from tests.http.town import CODE, Town

CHANGES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER)\b", re.IGNORECASE)
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>")
REDIRECTS = {302, 303}
WAYS = {"/accounts/login/": "login", "/account/keep/": "keep", "/accounts/2fa/": "factor"}
# Table actions that are asked of the table that waits; `OVER` are asked of what is over.
AT_TABLE = {"join", "leave", "start", "close", "invite", "add_bot", "remove_bot", "nonce"}
OVER = {"rematch", "again", "record_match", "match_to_bgstats"}

SEATS_OF_A_PLAY = {
    "name_1": "Anna",
    "account_1": "on",
    "place_1": "2",
    "name_2": "Bruno",
    "account_2": "on",
    "place_2": "1",
    "name_3": "Tom",
    "place_3": "3",
    "option_wind": "calm",
    "option_memory": "kept",
}
# What makes a POST to the address a good one, where an empty form would say little about who may.
FORMS: dict[str, dict[str, Any]] = {
    "games:invite": {"name": "Sandro"},
    "games:add_bot": {"level": "easy"},
    "games:remove_bot": {"level": "easy"},
    "games:nonce": {"nonce": "a cat"},
    "games:standing": {"answer_*": "let"},
    "games:notes": {"text": "Keep the lamps.", "version": "0"},
    "games:mute": {"mute": "yes"},
    "games:move": {"text": "1a", "seen": "0", "client_move_id": "x"},
    "games:new_table": {
        "title": "lantern",
        "seats": "2",
        "option_wind": "calm",
        "option_memory": "kept",
        "pace": "standard",
        "access": "open",
        "auto_start": "yes",
        "seat_2": "",
    },
    "games:play_bot": {"title": "lantern", "seats": "2", "level": "easy"},
    "companion:open_room": {
        "title": "lantern",
        "seats": "2",
        "option_wind": "calm",
        "option_memory": "kept",
        "pace": "unlimited",
        "seat_2": "",
    },
    "companion:agree": {"agree": "yes"},
    "games:coach": {"title": "lantern", "hint": "bridge"},
    "games:theme": {"theme": "dark"},
    "set_language": {"language": "it"},
    "accounts:report": {"reason": "other", "text": "Rude.", "match_id": ""},
    "accounts:delete": {"sure": "on", "password": "blumentopf-am-fenster-77"},
    "accounts:settings": {"timezone": "Europe/Rome", "language": "it", "theme": "dark", "username": "Newname"},
    "accounts:pauses": {"night_begin": "22", "automatic_vacation": "on"},
    "accounts:moderation_close": {"note": "Done.", "answer": "Thank you."},
    "accounts:moderation_ban": {"note": "Stalls."},
    "accounts:moderation_unban": {"note": "Sorry."},
    "accounts:moderation_review": {"note": "Friends."},
    "accounts:moderation_annul": {"note": "Agreed upon."},
    "accounts:moderation_take_down": {"note": "Insults."},
    "companion:record": {**SEATS_OF_A_PLAY, "title": "lantern", "seats": "3", "played_on": "2026-03-14"},
    "companion:correct": {**SEATS_OF_A_PLAY, "version": "1", "played_on": "2026-03-15"},
    "companion:code": {"code": CODE},
    "companion:by_code": {"seat": "2", "version": "1"},
    "companion:confirm": {"version": "1"},
    "companion:dispute": {"version": "1", "text": "Tom was second."},
    "companion:decide": {"version": "1", "decision": "void", "reason": "It was a rehearsal."},
    "companion:delete": {"version": "1"},
    "leagues:new": {
        "title": "lantern",
        "seats": "2",
        "format": "ladder",
        "name": "Another Ladder",
        "description": "For everybody.",
        "setting_wind": "calm",
        "setting_memory": "kept",
        "pace": "standard",
        "admission": "open",
        "is_listed": "on",
    },
    "leagues:sign_up": {"returns": "yes"},
    "leagues:leave": {"sure": "yes", "text": "Too little time."},
    "leagues:returns": {"returns": "no"},
    "leagues:answer_challenge": {"answer": "accept"},
    "leagues:role": {"name": "Sandro", "kind": "moderator"},
    "leagues:invite": {"name": "Sandro"},
    "leagues:answer_role": {"answer": "accept", "kind": "organiser"},
    "leagues:uninvite": {"name": "Anna"},
    "notices:settings": {
        **{f"{topic}-{channel}": "digest" for topic in TOPICS for channel in ("mail", "push", "webhook")},
        **{f"{topic}-site": "off" for topic in TOPICS},
        "quiet_from": "22",
        "quiet_until": "7",
        "digest": "hourly",
        "digest_hour": "9",
    },
    "notices:snooze": {"snooze": "week"},
    "notices:add_webhook": {"url": "https://93.184.216.34/another", "format": "json", "label": "My program"},
    "notices:of_league": {"url": "https://93.184.216.34/another", "format": "discord", "label": "Our room"},
    "notices:switch": {"on": "yes"},
    "notices:switch_channel": {"on": "no"},
    "notices:bounced": {"email": "anna@example.org"},
}
OF_ENDPOINTS = {"notices:endpoint", "notices:test", "notices:switch", "notices:remove"}
OF_LEAGUES = {"accounts:moderation_take_down", "notices:of_league"}


def routes() -> Iterator[tuple[str, str]]:
    """Name (with its namespaces) and full pattern of every address; unnamed ones go by their pattern."""
    yield from _walk(get_resolver(), (), "")


def _walk(resolver: URLResolver, spaces: tuple[str, ...], before: str) -> Iterator[tuple[str, str]]:
    for entry in resolver.url_patterns:
        pattern = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            inside = (*spaces, entry.namespace) if entry.namespace else spaces
            yield from _walk(entry, inside, pattern)
        else:
            assert isinstance(entry, URLPattern)
            yield ":".join((*spaces, entry.name or pattern)), pattern


def address(town: Town, route: str, pattern: str) -> str:
    """An address of `route` that leads to something of the town; ``route@private`` to what is private there."""
    name, _at, private = route.partition("@")
    values = _values(town, name, private=bool(private))
    names = [first or second for first, second in PARAMETER.findall(pattern)]
    if name.startswith("admin:") and "/" in name:  # one without a name: the old address of a row
        return "/" + PARAMETER.sub("1", pattern).replace("<path:object_id>", "1")
    return reverse(name, kwargs={key: values[key] for key in names})


def form(town: Town, route: str) -> dict[str, Any] | None:
    """Return the fields of a good POST to `route`; None if it takes nothing."""
    name = route.partition("@")[0].removesuffix("_of")
    if name == "accounts:vacation":
        return {"first_day": (clock.now() + timedelta(days=90)).date().isoformat(), "days": "2"}
    if name == "companion:enter":
        return {"code": town.code}
    if name in ("companion:order", "companion:start"):
        return {"order": "1 0 2", "rev": str(town.room.rev)}
    if name not in FORMS and name.startswith("leagues:"):
        return town.leagues.form(name.removeprefix("leagues:"))
    return FORMS.get(name)


def _values(town: Town, name: str, *, private: bool) -> dict[str, Any]:
    action = name.rpartition(":")[2]
    if name.startswith("leagues:"):
        return town.leagues.values(action, private=private)
    match = town.finished if action in OVER else town.table if action in AT_TABLE else town.running
    if name.startswith("companion:") and action not in OVER:
        match = town.room
    if private:
        match = town.private_table if action in AT_TABLE else town.private
    keys = {"end_session": town.session, "outbox_mail": town.mail, "moderation_close": town.report}
    keys |= {"end_vacation": town.vacation, "moderation_review": town.flag}
    rows = {"games_match": match, "games_invitation": town.invitation, "games_botfailure": town.failure}
    rows["games_breakglass"] = town.glass
    rows |= {"accounts_report": town.report, "accounts_moderationact": town.act, "mfa_authenticator": town.factor}
    rows |= {"usersessions_usersession": town.session, "account_emailaddress": town.email, "auth_group": town.group}
    row = rows.get(action.rpartition("_")[0], town.people["stranger"])
    return {
        "match_id": match.pk,
        "play_id": town.play.pk,
        "code": CODE if action == "by_code" else town.code,
        "index": 3,
        "slug": town.leagues.played.slug if name in OF_LEAGUES else "maskera",
        "title": "lantern",
        "pool": "people.calm",
        "name": "no-such-dump",
        "pk": town.endpoint.pk if name in OF_ENDPOINTS else keys[action].pk if action in keys else 1,
        "other": "Otto",
        "username": "Otto" if action.endswith("unban") else "Sandro",
        "token": town.feed if name == "notices:feed" else town.token,
        "channel": "push",
        "secret": "no-such-secret",
        "key": "no-such-key",
        "uidb36": "a",
        "object_id": row.pk,
        "id": row.pk,
        "app_label": "games",
        "content_type_id": 1,
        "url": "nowhere",
    }


def ask(client: Client, method: str, path: str, form: dict[str, Any] | None, before: Rows) -> tuple[HttpResponse, bool]:
    """How `path` answers, and whether a POST of `form` did anything. Whatever it did is taken back."""
    cookies, wrote = client.cookies.copy(), False

    def note(execute: Any, sql: str, *more: Any) -> Any:
        nonlocal wrote
        wrote = wrote or bool(CHANGES.match(sql))
        return execute(sql, *more)

    start = transaction.savepoint()
    with connection.execute_wrapper(note):
        response = getattr(client, method)(path, form if method == "post" else None)
    done = wrote and method == "post" and response.status_code < 400 and bool(changed(before))
    transaction.savepoint_rollback(start)
    client.cookies = cookies
    return response, done


def kind(response: HttpResponse) -> str:
    """An answer in a word: ``page``, a status, or where it leads (``on`` for anywhere else)."""
    if response.status_code in REDIRECTS:
        return WAYS.get(response["Location"].partition("?")[0], "on")
    return "page" if response.status_code == 200 else str(response.status_code)
