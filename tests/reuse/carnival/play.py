"""Look at every page as a stranger and as a player, and play a match against a bot by links and forms alone."""

import json
import random
import re
import sys
from html import unescape

import django

django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from games.models import Match, Status
from games.policy import policy
from games.registry import TITLES
from games.tasks import advance

BUTTON = re.compile(r'name="text" value="([^"]*)"')
CHOICE = re.compile(r'href="([^"]*\?move=[^"]+)"')
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
FORM = re.compile(r'<form id="compose".*?</form>', re.DOTALL)
MOST_ROUNDS = 500


def seen(client: Client, path: str, status: int = 200) -> str:
    """The page at `path`, which answers with `status`."""
    response = client.get(path)
    text: str = response.content.decode()
    assert response.status_code == status, (path, response.status_code, text[:2000])
    return text


def look_around(client: Client) -> list[str]:
    """Open every page that stands without a match; their addresses."""
    paths = ["/", "/rules/", "/tables/", "/tables/play-bot/", "/watch/", "/archive/", "/credits/", "/waiting/"]
    for slug in TITLES:
        paths += [f"/rules/{slug}/", f"/tables/play-bot/?title={slug}"]
    for path in paths:
        assert path == "/waiting/" or "</html>" in seen(client, path)
    return paths


def decide(client: Client, path: str, chance: random.Random) -> None:
    """Follow choices, some of them at random, until a move can be sent, and send it; nothing while others owe one."""
    page = seen(client, path)
    while form := FORM.search(page):
        if moves := BUTTON.findall(form[0]):
            fields = {**dict(HIDDEN.findall(form[0])), "text": unescape(chance.choice(moves))}
            assert client.post(f"{path}move/", fields).status_code == 303
            return
        page = seen(client, unescape(chance.choice(CHOICE.findall(page))))


def play(client: Client, title: str) -> Match:
    """A whole match of `title` against bots."""
    address = f"/tables/play-bot/?title={title}"
    assert 'name="level"' in seen(client, address)
    form = {"title": title, "seats": str(TITLES[title].seats[0]), "level": "random"}
    path = client.post(address, form)["Location"]
    match_id, chance = path.strip("/").rpartition("/")[2], random.Random(1)
    for _round in range(MOST_ROUNDS):
        advance(match_id, 0)  # as a worker does
        match = Match.objects.get(pk=match_id)
        if match.status == Status.FINISHED:
            break
        decide(client, path, chance)
    for page in ("", "hand/", "screen/", "history/", "proof/", "notes/"):
        seen(client, path + page)
    assert "[Game " in seen(client, f"{path}record.txt")
    return match


def main(title: str) -> None:
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("check", fail_level="WARNING", verbosity=0)
    stranger, player = Client(), Client()
    anna = get_user_model().objects.create_user("anna", password="carnival")
    look_around(stranger)
    assert stranger.get("/tables/new/").status_code == 302
    assert player.post("/login/", {"username": "anna", "password": "carnival"}).status_code == 302
    look_around(player)
    table = {"title": title, "seats": str(TITLES[title].seats[0])}
    assert "</form>" in player.get("/tables/new/", table).content.decode()
    match = play(player, title)
    italian = player.get(f"/matches/{match.pk}/", HTTP_ACCEPT_LANGUAGE="it").content.decode()
    others = sorted({name.partition(".")[0] for name in sys.modules} & {"leagues", "masques_site", "allauth", "bench"})
    facts = {"status": match.status, "name": policy().names([anna])[anna.pk], "others": others}
    print(json.dumps(facts | {"italian": 'lang="it"' in italian and "Proponi la rivincita" in italian}))


if __name__ == "__main__":
    main(sys.argv[1])
