"""The URLconf of the accounts app."""

from django.urls import path

from masques_site.accounts.views import account, friends, integrity, moderation, pauses, people, play

app_name = "accounts"
urlpatterns = [
    path("guest/", account.guest, name="guest"),
    path("play/", play.play_now, name="play_now"),
    path("account/keep/", account.keep, name="keep"),
    path("account/settings/", account.settings_page, name="settings"),
    path("account/pauses/", pauses.pauses_page, name="pauses"),
    path("account/pauses/vacation/", pauses.plan_vacation, name="vacation"),
    path("account/pauses/vacation/<int:pk>/end/", pauses.end_vacation, name="end_vacation"),
    path("account/addresses/renew/", account.renew_addresses, name="renew_addresses"),
    path("account/export/", account.export, name="export"),
    path("account/delete/", account.delete, name="delete"),
    path("account/sessions/<int:pk>/end/", account.end_session, name="end_session"),
    path("account/friends/", friends.friends_page, name="friends"),
    path("people/", friends.people, name="people"),
    path("people/<str:username>/", people.profile, name="profile"),
    path("people/<str:username>/against/<str:other>/", people.against, name="against"),
    path("people/<str:username>/block/", people.block, name="block"),
    path("people/<str:username>/unblock/", people.unblock, name="unblock"),
    path("people/<str:username>/befriend/", friends.befriend, name="befriend"),
    path("people/<str:username>/unfriend/", friends.unfriend, name="unfriend"),
    path("people/<str:username>/report/", people.report, name="report"),
    path("moderation/", moderation.reports, name="moderation"),
    path("moderation/reports/<int:pk>/close/", moderation.close, name="moderation_close"),
    path("moderation/suspicions/", integrity.suspicions, name="moderation_suspicions"),
    path("moderation/suspicions/<int:pk>/review/", integrity.review, name="moderation_review"),
    path("moderation/annul/", integrity.find_match, name="moderation_find"),
    path("moderation/matches/<slug:match_id>/annul/", integrity.annul, name="moderation_annul"),
    path("moderation/leagues/<slug:slug>/take-down/", integrity.take_down, name="moderation_take_down"),
    path("moderation/people/<str:username>/ban/", moderation.ban, name="moderation_ban"),
    path("moderation/people/<str:username>/unban/", moderation.unban, name="moderation_unban"),
]
