"""The admin of users, reports and moderation. It shows no matches, no hidden information, and no credentials."""

from typing import Any

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.usersessions.admin import UserSessionAdmin
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin import ReadOnly
from masques_site.accounts.models import PREFERENCES, ModerationAct, Report, User
from masques_site.accounts.usernames import search_key


class PersonCreationForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """The form with which staff create an account."""

    class Meta:
        model = User
        fields = ["username"]


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts and their permissions. Bans are made on the moderation page, where they are logged."""

    add_form = PersonCreationForm
    list_display = ["username", "email", "is_staff", "is_guest", "is_demo", "banned_at", "last_seen_at"]
    list_filter = ["is_staff", "is_guest", "is_demo", "is_active"]
    search_fields = ["username", "email"]
    search_help_text = "A name as anybody types it, or part of a name or of an address."
    readonly_fields = ["email", "is_guest", "date_joined", "last_login", "last_seen_at", "banned_at", "ban_reason"]
    fieldsets = [
        (None, {"fields": ["username", "password", "email"]}),
        ("State", {"fields": ["is_active", "is_guest", "is_demo", "banned_at", "ban_reason"]}),
        ("Choices", {"fields": PREFERENCES}),
        ("Rights", {"fields": ["is_staff", "is_superuser", "groups", "user_permissions"]}),
        ("Dates", {"fields": ["date_joined", "last_login", "last_seen_at"]}),
    ]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Return Django's results and names with this beginning, regardless of capitals and accents, on every
        database."""
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        key = search_key(search_term)
        return (found | queryset.filter(search_key__startswith=key) if key else found), may_repeat


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """All reports, including closed ones."""

    list_display = ["created_at", "reported_name", "reason", "closed_at"]
    list_filter = ["reason"]


@admin.register(ModerationAct)
class ModerationActAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """The log of moderation."""

    list_display = ["at", "kind", "person_name", "moderator", "note"]


# allauth's own admin shows secrets with which staff could sign in as another user.
admin.site.unregister([Authenticator, UserSession])


@admin.register(Authenticator)
class SecondFactorAdmin(AuthenticatorAdmin):
    """Second factors. Staff may delete a lost one; the secret is not shown."""

    exclude = ["data"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(UserSession)
class BrowserAdmin(ReadOnly, UserSessionAdmin):
    """Sessions, without their keys."""

    exclude = ["session_key", "data"]
