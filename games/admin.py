"""The admin of matches: public fields only, read only. Staff are players too: no events, no answers, no keys."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import BotFailure, BreakGlass, Invitation, Match, Seat

PUBLIC_MATCH_FIELDS = (
    "id", "title", "rules_version", "seat_count", "settings", "status", "host", "access", "pace", "auto_start",
    "pause_nights", "pause_weekends", "pause_vacations", "rematch_of", "source", "is_rated", "rating_low",
    "rating_high", "is_demo", "commitment", "created_at", "expires_at", "started_at", "finished_at", "annulled_at",
    "ply", "rev", "deadline", "outcome",
)  # fmt: skip
PUBLIC_SEAT_FIELDS = ("index", "user", "bot", "joined_at", "vacated_at", "bank", "timeouts", "due_since", "deadline")


class ReadOnly:
    """A mixin without permission to add, change or delete: these models are changed by services only."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # not generic at run time
    model = Seat
    fields = PUBLIC_SEAT_FIELDS
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    fields = PUBLIC_MATCH_FIELDS
    list_display = ("id", "title", "status", "seat_count", "pace", "created_at", "finished_at")
    list_filter = ("title", "status", "pace", "is_demo")
    search_fields = ("id",)
    inlines = (SeatInline,)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    list_display = ("match", "user", "created_at")


@admin.register(BotFailure)
class BotFailureAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    list_display = ("at", "match", "level", "cause", "detail")
    list_filter = ("level", "cause")
    exclude = ("decision",)


@admin.register(BreakGlass)
class BreakGlassAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    list_display = ("at", "match", "by", "reason")
