"""The URLconf of the notices app."""

from django.urls import path

from masques_site.notices.views import addresses, browsers, desk, endpoint, of_league, outbox, own

app_name = "notices"
urlpatterns = [
    path("notices/", own.index, name="index"),
    path("notices/settings/", own.settings_page, name="settings"),
    path("notices/snooze/", own.snooze, name="snooze"),
    path("notices/webhooks/", own.add_webhook, name="add_webhook"),
    path("notices/push/", browsers.turn_on, name="push"),
    path("notices/push/off/", browsers.turn_off, name="push_off"),
    path("notices/push/changed/", browsers.changed, name="push_changed"),
    path("notices/endpoints/<int:pk>/", endpoint.endpoint, name="endpoint"),
    path("notices/endpoints/<int:pk>/test/", endpoint.test, name="test"),
    path("notices/endpoints/<int:pk>/switch/", endpoint.switch, name="switch"),
    path("notices/endpoints/<int:pk>/remove/", endpoint.remove, name="remove"),
    path("notices/leagues/<slug:slug>/", of_league.of_league, name="of_league"),
    path("notices/desk/", desk.desk, name="desk"),
    path("notices/desk/<slug:channel>/", desk.switch_channel, name="switch_channel"),
    path("notices/feed/<str:token>/", addresses.feed, name="feed"),
    path("notices/bounces/<str:secret>/", addresses.bounced, name="bounced"),
    path("notices/unsubscribe/<str:token>/", addresses.unsubscribe, name="unsubscribe"),
    path("outbox/", outbox.outbox, name="outbox"),
    path("outbox/<int:pk>/", outbox.outbox_mail, name="outbox_mail"),
]
