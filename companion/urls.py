"""Addresses of the companion: rooms, and plays of the real table."""

from django.urls import include, path

from companion.views import codes, files, plays

app_name = "companion"

of_a_play = [
    path("", plays.play, name="play"),
    path("correct/", plays.correct, name="correct"),
    path("confirm/", plays.confirm, name="confirm"),
    path("dispute/", plays.dispute, name="dispute"),
    path("decide/", plays.decide, name="decide"),
    path("delete/", plays.delete, name="delete"),
    path("code/", plays.renew_code, name="renew_code"),
    path("seats/<int:index>/release/", plays.release, name="release"),
]
urlpatterns = [
    path("", include("companion.room_urls")),
    path("plays/", plays.own, name="plays"),
    path("plays/new/", plays.new, name="record"),
    path("plays/files/", files.files, name="files"),
    path("plays/files/check/", files.check, name="check_file"),
    path("plays/files/plays.csv", files.export_csv, name="export_csv"),
    path("plays/files/BGStatsExport.json", files.export_bgstats, name="export_bgstats"),
    path("plays/code/", codes.type_code, name="code"),
    path("plays/code/<str:code>/", codes.by_code, name="by_code"),
    path("plays/<slug:play_id>/", include(of_a_play)),
    path("matches/<slug:match_id>/play/", plays.of_match, name="record_match"),
    path("matches/<slug:match_id>/play/to-bgstats/", plays.match_to_bgstats, name="match_to_bgstats"),
]
