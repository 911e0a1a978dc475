from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "masques_site.accounts"
    label = "accounts"
