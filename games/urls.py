"""Addresses of the games: home, tables, matches, rules."""

from django.urls import path

from games.views import archive, coach, history, home, matches, more, rules, standing, tables, watch

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("next/", home.next_match, name="next"),
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
    path("matches/<slug:match_id>/", matches.match, name="match"),
    path("matches/<slug:match_id>/join/", tables.join, name="join"),
    path("matches/<slug:match_id>/nonce/", tables.nonce, name="nonce"),
    path("matches/<slug:match_id>/leave/", tables.leave, name="leave"),
    path("matches/<slug:match_id>/start/", tables.start, name="start"),
    path("matches/<slug:match_id>/close/", tables.close, name="close"),
    path("matches/<slug:match_id>/invite/", tables.invite, name="invite"),
    path("matches/<slug:match_id>/bots/", tables.add_bot, name="add_bot"),
    path("matches/<slug:match_id>/bots/<int:index>/remove/", tables.remove_bot, name="remove_bot"),
    path("matches/<slug:match_id>/rematch/", tables.rematch, name="rematch"),
    path("matches/<slug:match_id>/move/", matches.move, name="move"),
    path("matches/<slug:match_id>/resign/", matches.resign, name="resign"),
    path("matches/<slug:match_id>/ending/", more.end_by_agreement, name="ending"),
    path("matches/<slug:match_id>/back/", more.come_back, name="back"),
    path("matches/<slug:match_id>/standing/", standing.standing_answers, name="standing"),
    path("matches/<slug:match_id>/notes/", more.private_notes, name="notes"),
    path("matches/<slug:match_id>/rev/", matches.rev, name="rev"),
    path("matches/<slug:match_id>/history/", history.history, name="history"),
    path("matches/<slug:match_id>/record.txt", history.record, name="record"),
    path("matches/<slug:match_id>/proof/", history.proof, name="proof"),
]
