"""What staff may see and change of people: never a match, never a card."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm

from games.admin import ReadOnly
from masques_site.accounts.models import ModerationAct, Report, User


class PersonCreationForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """A new account, made by staff."""

    class Meta:
        model = User
        fields = ["username"]


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts: rights are given here; bans belong to the moderators' desk, where they are logged."""

    add_form = PersonCreationForm
    list_display = ["username", "email", "is_staff", "is_guest", "is_demo", "banned_at", "last_seen_at"]
    list_filter = ["is_staff", "is_guest", "is_demo", "is_active"]
    search_fields = ["username", "email"]
    readonly_fields = ["email", "is_guest", "date_joined", "last_login", "last_seen_at", "banned_at", "ban_reason"]
    fieldsets = [
        (None, {"fields": ["username", "password", "email"]}),
        ("State", {"fields": ["is_active", "is_guest", "is_demo", "banned_at", "ban_reason"]}),
        ("Choices", {"fields": ["timezone", "language", "theme", "confirm_moves", "mail_notices"]}),
        ("Rights", {"fields": ["is_staff", "is_superuser", "groups", "user_permissions"]}),
        ("Dates", {"fields": ["date_joined", "last_login", "last_seen_at"]}),
    ]


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Reports, the closed ones included."""

    list_display = ["created_at", "reported_name", "reason", "closed_at"]
    list_filter = ["reason"]


@admin.register(ModerationAct)
class ModerationActAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What moderators did."""

    list_display = ["at", "kind", "person_name", "moderator", "note"]
