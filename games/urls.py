"""Addresses of the games: home, tables, matches, rules."""

from django.urls import include, path

from games.views import archive, coach, history, home, in_advance, matches, more, rules, screen, tables, watch

app_name = "games"

of_a_match = [
    path("", matches.match, name="match"),
    path("join/", tables.join, name="join"),
    path("nonce/", tables.nonce, name="nonce"),
    path("leave/", tables.leave, name="leave"),
    path("start/", tables.start, name="start"),
    path("close/", tables.close, name="close"),
    path("invite/", tables.invite, name="invite"),
    path("link/renew/", tables.renew_link, name="renew_link"),
    path("bots/", tables.add_bot, name="add_bot"),
    path("bots/<int:index>/remove/", tables.remove_bot, name="remove_bot"),
    path("rematch/", tables.rematch, name="rematch"),
    path("move/", matches.move, name="move"),
    path("resign/", matches.resign, name="resign"),
    path("ending/", more.end_by_agreement, name="ending"),
    path("back/", more.come_back, name="back"),
    path("mute/", more.mute_match, name="mute"),
    path("standing/", in_advance.answers_in_advance, name="standing"),
    path("notes/", more.private_notes, name="notes"),
    path("rev/", matches.rev, name="rev"),
    path("hand/", matches.hand, name="hand"),
    path("screen/", screen.screen, name="screen"),
    path("history/", history.history, name="history"),
    path("record.txt", history.record, name="record"),
    path("proof/", history.proof, name="proof"),
]
urlpatterns = [
    path("matches/<slug:match_id>/", include(of_a_match)),  # first, for most requests go there
    path("", home.home, name="home"),
    path("next/", home.next_match, name="next"),
    path("waiting/", home.waiting, name="waiting"),
    path("theme/", home.theme, name="theme"),
    path("coach/", coach.put_away, name="coach"),
    path("credits/", rules.thanks, name="credits"),
    path("rules/", rules.index, name="rules"),
    path("rules/<slug:slug>/", rules.title, name="rules_of"),
    path("watch/", watch.watch, name="watch"),
    path("archive/", archive.archive, name="archive"),
    path("tables/", tables.lobby, name="lobby"),
    path("tables/new/", tables.new, name="new_table"),
    path("tables/play-bot/", tables.play_bot, name="play_bot"),
]
