"""The URLconf of the notices app."""

from django.urls import path

from masques_site.notices import views

app_name = "notices"
urlpatterns = [
    path("notices/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("notices/", views.index, name="index"),
    path("notices/settings/", views.settings_page, name="settings"),
    path("notices/endpoints/<int:pk>/", views.endpoint, name="endpoint"),
    path("outbox/", views.outbox, name="outbox"),
    path("outbox/<int:pk>/", views.outbox_mail, name="outbox_mail"),
]
