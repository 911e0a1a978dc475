"""Every act that writes to, names, seats or binds another person checks whether they are kept apart.

Each address of the site that takes a form is in one of the two handwritten lists below: a new one fails until it is
listed.
"""

import pytest

from games.models import Invitation as TableInvitation
from games.services.waiting import tables
from leagues.models import BenchOffer, Challenge, FixtureSeat, Invitation, LogEntry, RoleOffer
from leagues.services.ladders import challenges
from masques_site.accounts import moderation
from masques_site.accounts.models import Block
from masques_site.notices.models import Notice
from tests.http.doors import routes
from tests.http.seasons import newest
from tests.http.test_authorisation import table
from tests.http.town import Town
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

# Acts that name or bind another person: each has a test below, or in the named place.
REACHES = {
    "companion:record": "tests/companion/plays/test_recording.py",
    "companion:correct": "the same",
    "companion:by_code": "tests/companion/plays/test_claiming.py: a seat among others",
    "companion:check_file": "tests/companion/files/test_importing.py",
    "companion:dispute": "tests/notices/test_plays.py: words of whom one has blocked are left out",
    "companion:sit": "tests/companion/rooms/test_sitting.py",
    "companion:again": "tests/companion/rooms/test_start.py: a seat beside others",
    "leagues:record_table": "tests/leagues/views/test_table_result_page.py",
    "leagues:offer_table": "tests/leagues/services/playing/test_table_results.py: a play of the same players",
    "games:invite": "here",
    "games:join": "here: whoever sits down sits with the others",
    "games:rematch": "here: those who played are asked",
    "leagues:role": "here",
    "leagues:invite": "here",
    "leagues:challenge": "here",
    "leagues:accept_offer": "here: a seat beside others",
    "leagues:answer_entry": "tests/notices/test_blocked_words.py: words of whom one has blocked are left out",
    "leagues:take_out": "the same",
    "leagues:answer_request": "the same",
}
# What does something with oneself, one's own things, or what everybody may read; or is the site's own moderation.
REACHES_NOBODY = {
    "oneself": "account_login account_logout account_signup account_reauthenticate account_email account_inactive "
    "account_change_password account_set_password account_reset_password account_confirm_login_code "
    "account_confirm_email account_reset_password_from_key accounts:guest accounts:play_now accounts:keep "
    "accounts:settings accounts:pauses accounts:vacation accounts:end_vacation accounts:renew_addresses "
    "accounts:delete accounts:end_session accounts:block accounts:unblock accounts:befriend accounts:unfriend "
    "games:theme games:coach games:mute games:notes set_language notices:unsubscribe usersessions_list "
    "notices:settings notices:snooze notices:add_webhook notices:push notices:push_off notices:push_changed "
    "notices:test notices:switch notices:remove",
    "one's own room, hand or seat": "companion:open_room companion:enter companion:agree companion:order "
    "companion:start companion:new_code companion:hand_code companion:hand_here companion:take "
    "leagues:withdraw_table",
    "one's own plays": "companion:code companion:confirm companion:delete companion:renew_code companion:release "
    "companion:record_match companion:files",
    "operators": "notices:switch_channel notices:bounced",
    "moderators": "accounts:report accounts:moderation_close accounts:moderation_ban accounts:moderation_unban "
    "companion:decide accounts:moderation_review accounts:moderation_annul accounts:moderation_take_down",
    "one's own table or seat": "games:new_table games:play_bot games:nonce games:leave games:start games:close "
    "games:add_bot games:remove_bot games:renew_link games:move games:resign games:ending games:back games:standing",
    "one's own part in a season": "leagues:new leagues:sign_up leagues:leave leagues:returns leagues:join_bench "
    "leagues:leave_bench leagues:ask leagues:take_back leagues:decline_offer leagues:answer_role "
    "leagues:answer_challenge leagues:uninvite",
    "the rooms of a league": "notices:of_league",
    "a season of all its people": "leagues:change leagues:change_step leagues:correct leagues:settle "
    "leagues:extend_match leagues:extend_all "
    "leagues:lift_card "
    "leagues:undo leagues:announce leagues:cancel leagues:close leagues:reopen",
}


def test_every_form_is_said_to_reach_a_player_or_nobody():
    takes_forms = {
        route.partition("@")[0].removesuffix("_of")
        for route, (_get, post) in table().items()
        if not route.startswith(("admin:", "mfa_")) and set(post.values()) - {"403", "405", "keep", "login"}
    }
    said = set(REACHES) | {name for names in REACHES_NOBODY.values() for name in names.split()}
    known = {name for name, _pattern in routes()}
    assert takes_forms - said == set(), "Say whether it reaches another person."
    assert said - known == set(), "These are no addresses of the site."


@pytest.fixture
def town(shared_town: Town) -> Town:
    return shared_town


@pytest.fixture(params=["by the sender", "by the receiver"])
def apart(request, town):
    """Keep two people apart, by a block of one of them."""

    def block(sender: str, receiver: str) -> None:
        pair = (sender, receiver) if request.param == "by the sender" else (receiver, sender)
        blocker, blocked = (town.people[role] for role in pair)
        Block.objects.filter(blocker=blocker, blocked=blocked).delete()
        moderation.block(blocker=blocker, blocked=blocked)

    return block


def told(town: Town, role: str) -> int:
    """Return how many notices the user has by now."""
    sweeps.notify_due()
    return Notice.objects.filter(user=town.people[role]).count()


def test_nobody_is_invited_to_a_table_across_a_block(town, apart):
    apart("seated", "stranger")
    before = told(town, "stranger")
    town.client("seated").post(f"/matches/{town.private_table.pk}/invite/", {"name": "Sandro"})
    assert not TableInvitation.objects.filter(user=town.people["stranger"]).exists()
    assert told(town, "stranger") == before


def test_nobody_sits_down_across_a_block(town, apart):
    apart("stranger", "seated")
    town.client("stranger").post(f"/matches/{town.table.pk}/join/")
    assert not town.table.seats.filter(user=town.people["stranger"]).exists()


def test_nobody_is_asked_to_a_rematch_across_a_block(town, apart):
    apart("seated", "other")
    before = told(town, "other")
    town.client("seated").post(f"/matches/{town.finished.pk}/rematch/")
    assert not TableInvitation.objects.filter(match__rematch_of=town.finished, user=town.people["other"]).exists()
    assert told(town, "other") == before


def test_nobody_is_asked_to_take_a_role_across_a_block(town, apart):
    path = f"/leagues/{town.leagues.approved.slug}/organise/roles/"
    apart("owner", "other")
    before = told(town, "other")
    for asked in ("owner", "none", "organiser", "none", "moderator"):
        town.client("owner").post(path, {"name": "Bruno", "kind": asked})
    assert not RoleOffer.objects.filter(user=town.people["other"]).exists()
    assert told(town, "other") == before


def test_nobody_is_invited_to_a_league_across_a_block(town, apart):
    path = f"/leagues/{town.leagues.invited.slug}/organise/invite/"
    apart("helper", "stranger")
    before = told(town, "stranger")
    town.client("helper").post(path, {"name": "Sandro"})
    assert not Invitation.objects.filter(user=town.people["stranger"]).exists()
    assert told(town, "stranger") == before


def test_nobody_is_challenged_across_a_block(town, apart):
    season = newest(town.leagues.ladder)
    challenges.decline(user=town.people["seated"], challenge_id=town.leagues.challenge.pk)
    target = season.entries.get(user=town.people["seated"])
    apart("organiser", "seated")
    before = told(town, "seated")
    town.client("organiser").post(f"/leagues/{town.leagues.ladder.slug}/challenge/{target.pk}/")
    assert not Challenge.objects.filter(challenged=target, ended_at=None).exists()
    assert told(town, "seated") == before


def test_nobody_takes_a_seat_next_to_a_player_across_a_block(town, apart):
    beside = FixtureSeat.objects.filter(fixture=town.leagues.offer.seat.fixture, entry__user=town.people["other"])
    assert beside.exists()
    apart("stranger", "other")
    town.client("stranger").post(f"/leagues/{town.leagues.played.slug}/offers/{town.leagues.offer.pk}/accept/")
    assert not BenchOffer.objects.get(pk=town.leagues.offer.pk).is_taken


def test_six_posts_of_a_blocked_owner_are_no_mail_and_no_line(town):
    """The example of the report: a role given and taken away again and again."""
    path = f"/leagues/{town.leagues.approved.slug}/organise/roles/"
    moderation.block(blocker=town.people["other"], blocked=town.people["owner"])
    before, lines = told(town, "other"), LogEntry.objects.count()
    for kind in ("moderator", "none", "moderator", "none", "owner", "none"):
        form = {"name": "Bruno", "kind": kind, "reason": "my own words"}
        town.client("owner").post(path, form)
    assert told(town, "other") == before
    assert LogEntry.objects.count() == lines


def test_tables_are_still_open_to_everybody_else(town, apart):
    apart("stranger", "seated")
    match = tables.open_table(
        host=town.people["other"], title="lantern", seats=2, settings={}, pace="standard", access="open"
    )
    town.client("stranger").post(f"/matches/{match.pk}/join/")
    assert match.seats.filter(user=town.people["stranger"]).exists()
