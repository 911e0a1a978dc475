from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "masques_site.notices"
    label = "notices"
