"""Models of users, blocks, reports and moderation."""

from collections.abc import Iterable
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from games import clock
from games.plumbing.bidi import isolated
from games.strict import ForgivingModel
from masques_site.accounts.usernames import name_key, normalise, search_key, validate_username
from masques_site.accounts.zones import is_zone

PREFERENCES = (
    "timezone", "language", "theme", "clear_boards", "confirm_moves", "goes_on", "turn_sound", "message_sound",
    "show_presence", "mail_notices",
)  # fmt: skip
"""The fields of the settings page, in its order; the export of an account has them, too."""


class Theme(models.TextChoices):
    """The colour theme of the pages."""

    AUTO = "auto", _("Same as my device")
    LIGHT = "light", _("Light: paper by day")
    DARK = "dark", _("Dark: a Venetian night")


class User(ForgivingModel, AbstractUser):
    """A user. A guest has no password and may become a full member later, with the same primary key.

    `email` is empty or a confirmed address; unconfirmed addresses are stored as `EmailAddress`.
    """

    username = models.CharField(
        _("name"),
        max_length=30,
        unique=True,
        validators=[validate_username],
        help_text=_("The name others see: 3 to 24 letters and digits, with letters from one script only."),
        error_messages={"unique": _("This name is already taken.")},
    )
    name_key = models.CharField(
        max_length=120,
        unique=True,
        editable=False,
        error_messages={"unique": _("This name, or one that looks the same, is already taken.")},
    )
    search_key = models.CharField(max_length=120, db_index=True, default="", editable=False)
    first_name = None  # type: ignore[assignment]  # people are known by one name
    last_name = None  # type: ignore[assignment]

    is_guest = models.BooleanField(default=False)
    is_demo = models.BooleanField(default=False)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    timezone = models.CharField(_("time zone"), max_length=64, default="UTC")
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    theme = models.CharField(_("colours"), max_length=8, choices=Theme, default=Theme.AUTO)
    clear_boards = models.BooleanField(
        _("board colours that are easier to tell apart"),
        default=False,
        help_text=_("Adds letters and patterns to the colours, for all kinds of colour vision."),
    )
    confirm_moves = models.BooleanField(
        _("ask me to confirm each move"),
        default=True,
        help_text=_("If off, the last click of a move sends it immediately."),
    )
    goes_on = models.BooleanField(
        _("go to the next match automatically"),
        default=False,
        help_text=_("After your move, the next match that’s waiting for you opens."),
    )
    turn_sound = models.BooleanField(
        _("play a sound when it’s my turn"),
        default=False,
        help_text=_("In an open page of the site, unless you’ve just used it."),
    )
    message_sound = models.BooleanField(_("play a sound when I get a message"), default=False)
    show_presence = models.BooleanField(
        _("show others when I’m at the table"),
        default=True,
        help_text=_("If off, others can’t see when you have a match open."),
    )
    mail_notices = models.BooleanField(_("e-mail me when it’s my turn"), default=True)
    automatic_vacation = models.BooleanField(_("take a vacation day before my time runs out"), default=False)
    # Since when a change of this user's pauses has not reached all running matches; None: it has.
    pauses_changed_at = models.DateTimeField(null=True, blank=True, editable=False)

    # Sealed into secret addresses together with the password; a new one ends those that were given out before.
    address_key = models.CharField(max_length=16, blank=True, default="", editable=False)

    banned_at = models.DateTimeField(null=True, blank=True)
    ban_reason = models.CharField(max_length=500, blank=True, default="")

    RIGHT: ClassVar = {"username": lambda name: bool(name) and "/" not in name, "timezone": is_zone}
    # No account can have such a name.
    INSTEAD: ClassVar = {
        "username": lambda user: f"({user.pk})",
        "is_active": lambda user: False,
        "show_presence": lambda user: False,
    }

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="accounts_user_email_once"),
        ]
        indexes = [
            models.Index(
                fields=["pauses_changed_at"], condition=Q(pauses_changed_at__isnull=False), name="accounts_user_pauses"
            ),
        ]
        permissions = [("moderate", "Can read reports, ban and unban people, and annul matches")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Normalise the name and set its keys."""
        self.username = normalise(self.username)
        self.name_key, self.search_key = name_key(self.username), search_key(self.username)
        fields: Iterable[str] | None = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "search_key"}
        super().save(*args, **kwargs)

    @property
    def shown_name(self) -> str:
        """The name for use in a sentence of any language."""
        return isolated(self.username)

    def get_full_name(self) -> str:
        """Return the username: users have no other name."""
        return self.username

    get_short_name = get_full_name

    @property
    def is_banned(self) -> bool:
        """Return whether moderators have banned this user from play."""
        return self.banned_at is not None

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone."""
        return ZoneInfo(self.timezone)


class NightWindow(models.Model):
    """The zone and the night of a user from `since` until their next row. The first row holds from the beginning; a
    user without rows lives in the zone of their pages and has no night. See `Window` in
    `games.core.clocks.personal_pauses`."""

    user = models.ForeignKey(User, models.CASCADE, related_name="night_windows")
    since = models.DateTimeField()
    zone = models.CharField(max_length=64)
    night_begin = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["since"]
        constraints = [
            models.UniqueConstraint(fields=["user", "since"], name="accounts_night_once"),
            models.CheckConstraint(
                condition=Q(night_begin__isnull=True) | Q(night_begin__lt=24), name="accounts_night_hour"
            ),
        ]

    def __str__(self) -> str:
        return f"night of {self.user_id} from {self.night_begin} o'clock, {self.zone}"


class Vacation(models.Model):
    """A vacation of a user: `days` days from `begin`, or until `end` if it was ended before. `zone` is that by whose
    calendar its days are counted (`vacation_days`)."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations")
    begin = models.DateTimeField()
    end = models.DateTimeField()
    days = models.PositiveSmallIntegerField()
    zone = models.CharField(max_length=64)
    is_automatic = models.BooleanField(default=False)

    class Meta:
        ordering = ["begin"]
        constraints = [
            models.UniqueConstraint(fields=["user", "begin"], name="accounts_vacation_once"),
            models.CheckConstraint(condition=Q(begin__lt=F("end"), days__gt=0), name="accounts_vacation_has_days"),
        ]

    def __str__(self) -> str:
        return f"vacation of {self.user_id} from {self.begin} to {self.end}"


class RetiredName(models.Model):
    """The fingerprint of a name that was given up, so that nobody can impersonate its former owner. `user` may take it
    back; NULL if the account is deleted, or gave the name up before that was stored."""

    fingerprint = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="retired_names")
    retired_at = models.DateTimeField(default=clock.now)

    def __str__(self) -> str:
        return self.fingerprint


class Block(models.Model):
    """A block: `blocker` does not want to play with `blocked`. It is applied in both directions."""

    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="accounts_block_once"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="accounts_block_another"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class Friend(models.Model):
    """An entry of a list of friends: `owner` has `friend` on it, and only `owner` sees it."""

    owner = models.ForeignKey(User, models.CASCADE, related_name="friends")
    friend = models.ForeignKey(User, models.CASCADE, related_name="friend_of")
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "friend"], name="accounts_friend_once"),
            models.CheckConstraint(condition=~Q(owner=F("friend")), name="accounts_friend_another"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} has {self.friend_id} as a friend"


class ReportReason(models.TextChoices):
    """The subject of a report."""

    ABUSE = "abuse", _("Insults, threats or hate")
    CHEATING = "cheating", _("Cheating or colluding with another player")
    STALLING = "stalling", _("Stalling or leaving matches on purpose")
    NAME = "name", _("An offensive or misleading name")
    OTHER = "other", _("Something else")


class Report(ForgivingModel):
    """A user's report about another user to the moderators. Open until it is closed with a note, which moderators read,
    and an `answer`, which the reporter reads; empty if there is nothing to say except that it is closed."""

    reporter = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports_made")
    reported = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports_received")
    reported_name = models.CharField(max_length=30)
    reason = models.CharField(_("what’s it about?"), max_length=12, choices=ReportReason)
    text = models.TextField(_("what happened?"), max_length=2000)
    match_id = models.CharField(_("in which match?"), max_length=12, blank=True, default="")
    created_at = models.DateTimeField(default=clock.now)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports_closed")
    note = models.TextField(_("note"), max_length=2000, blank=True, default="")
    answer = models.TextField(max_length=2000, blank=True, default="")

    class Meta:
        ordering = ["created_at"]
        indexes = [models.Index(fields=["created_at"], condition=Q(closed_at=None), name="accounts_report_open")]

    def __str__(self) -> str:
        return f"report {self.pk} on {self.reported_name}"


class Attempt(models.Model):
    """A sent form: by whom, what, and where it led (`masques_site.accounts.attempts`). Kept for a day."""

    person = models.CharField(max_length=64)  # an account, or a digest that identifies a browser without one
    digest = models.CharField(max_length=64)
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")  # the user who was logged in afterwards
    url = models.CharField(max_length=500, blank=True, default="")  # empty until the first one is answered
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "digest"], name="accounts_attempt_once")]
        indexes = [
            models.Index(fields=["digest"], name="accounts_attempt_digest"),
            models.Index(fields=["at"], name="accounts_attempt_age"),
        ]

    def __str__(self) -> str:
        return f"{self.person} sent {self.digest}"


class ModerationKind(models.TextChoices):
    """The kind of a moderator's act."""

    BAN = "ban", _("banned")
    UNBAN = "unban", _("lifted the ban on")
    CLOSE = "close", _("closed a report")
    REVIEW = "review", _("reviewed a suspicion")
    ANNUL = "annul", _("annulled a match")
    TAKE_DOWN = "takedown", _("took down a league")


class ModerationAct(ForgivingModel):
    """A moderator's act: to whom, when and why. Rows are only ever added. `person_name` holds the match or the league
    if it was about one."""

    moderator = models.ForeignKey(User, models.SET_NULL, null=True, related_name="moderation_acts")
    person = models.ForeignKey(User, models.SET_NULL, null=True, related_name="moderation_received")
    person_name = models.CharField(max_length=30)
    kind = models.CharField(max_length=8, choices=ModerationKind)
    note = models.CharField(max_length=2000, blank=True, default="")
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.kind} {self.person_name}"
