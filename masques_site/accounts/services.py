"""Services that create, change and delete accounts."""

import hashlib
import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count

import structlog
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games import clock
from games.core.errors import BrokenLog
from games.models import Match, Seat, Status
from games.refusals import Refusal
from games.services.match import play
from games.services.waiting import links, tables
from leagues.services.leaving import departures
from leagues.services.playing import upkeep
from leagues.services.ratings import reply_times
from masques_site.accounts.former_keys import former_keys
from masques_site.accounts.models import RetiredName, User
from masques_site.accounts.usernames import (
    name_key,
    normalise,
    validate_no_bot,
    validate_not_reserved,
    validate_username,
)
from masques_site.accounts.zones import UTC

logger = structlog.get_logger(__name__)

GUEST_MAX_IDLE = timedelta(days=30)
UNCONFIRMED_MAX_AGE = timedelta(days=14)
GUEST_WORDS = (
    "Acorn Amber Anchor Arcade Balcony Bell Bridge Canal Candle Cloak Compass Coral Dove Feather Fiddle Fountain "
    "Gondola Harbour Heron Ivory Jasmine Key Lagoon Lantern Laurel Lemon Linen Lute Mandolin Marble Moon Mosaic Myrtle "
    "Oar Olive Opal Pearl Piazza Quill Raven Ribbon Rose Saffron Sail Silk Sparrow Star Thistle Tower Tulip Velvet"
).split()


def check_new_username(name: str, *, keep: User | None = None) -> str:
    """Return the normalised name. Raises ValidationError if it is malformed, reserved, a bot's, or the name of a user
    other than `keep`, now or before; a name that is confusable with it counts as the same."""
    name = normalise(name)
    validate_username(name)
    validate_not_reserved(name)
    key = name_key(name)
    others = User.objects.filter(name_key=key)
    if keep is not None:
        others = others.exclude(pk=keep.pk)
        if key == keep.name_key:
            return name
    validate_no_bot(name)
    retired = RetiredName.objects.filter(pk__in=_fingerprints(name))
    if keep is not None:
        retired = retired.exclude(user=keep)
    if others.exists() or retired.exists():
        raise ValidationError(_("This name, or one that looks the same, is already taken."), code="taken")
    return name


def create_account(*, username: str, email: str = "", password: str | None = None, is_demo: bool = False) -> User:
    """Create and return an account whose address needs no confirmation, for the operator and the demo. Raises
    ValidationError."""
    user = User(username=check_new_username(username), email=email.lower(), is_demo=is_demo, date_joined=clock.now())
    user.set_password(password)
    with transaction.atomic():
        user.save()
        if user.email:
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def sign_up(*, username: str, email: str, password: str, language: str, timezone: str) -> User:
    """Create and return an account whose address is to be confirmed. `username` is one that `check_new_username`
    returned; raises IntegrityError if it has been taken meanwhile. The address may be another user's; then it cannot be
    confirmed."""
    user = User(username=username, language=language, timezone=timezone, date_joined=clock.now())
    user.set_password(password)
    with transaction.atomic():
        user.save()
        EmailAddress.objects.create(user=user, email=email.lower(), verified=False, primary=True)
    return user


def create_guest(timezone: str = UTC) -> User:
    """Create and return a guest with a random name and no password."""
    for attempt in count():
        numbers = 1000 * 10 ** (attempt // 10)  # a larger range if many names are taken
        name = f"Guest {secrets.choice(GUEST_WORDS)} {secrets.randbelow(numbers)}"
        user = User(username=name, is_guest=True, timezone=timezone, date_joined=clock.now(), last_seen_at=clock.now())
        user.set_unusable_password()
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            continue
        logger.info("guest created", user_id=user.pk)
        return user
    raise AssertionError("count() never ends")


def claim_guest(*, user: User, username: str, email: str, password: str) -> EmailAddress:
    """Turn the guest `user` into a full member with the same primary key; return the unconfirmed address.

    Raises ValidationError if the name has been taken meanwhile.
    """
    user.username = check_new_username(username, keep=user)
    user.is_guest = False
    user.set_password(password)
    with transaction.atomic():
        user.save()
        # Not primary until it is confirmed, because another account may have the same address.
        address = EmailAddress.objects.create(user=user, email=email.lower(), verified=False, primary=False)
    logger.info("guest claimed", user_id=user.pk)
    return address


def rename(*, user: User, username: str) -> None:
    """Rename `user` and retire the old name, which only they may take back. Raises ValidationError."""
    old_key = user.name_key
    user.username = check_new_username(username, keep=user)
    with transaction.atomic():
        user.save(update_fields=["username"])
        if user.name_key != old_key:
            _retire(old_key, user)
        user.retired_names.filter(pk__in=_fingerprints(user.username)).delete()


def delete_account(user: User) -> None:
    """Delete `user` and their data. Leaves their leagues, resigns their running matches, and leaves or closes their
    open tables; standings and matches remain for the others, without the name. Must not be called inside a
    transaction."""
    departures.leave_all(user)
    # Matches that no longer count are annulled first, so that nobody wins them by the next steps.
    _ignore_refusal(upkeep.do_upkeep)
    for seat in Seat.objects.filter(user=user, bot="", match__status=Status.RUNNING).values("match_id", "index"):
        _ignore_refusal(partial(play.resign, actor=user, match_id=seat["match_id"], seat=seat["index"]))
    _leave_tables(user)
    with transaction.atomic():
        if not user.is_guest:
            _retire(user.name_key)
        end_sessions(user)
        key = user.pk
        links.end_links(key)
        reply_times.forget(key)
        user.delete()
    logger.info("account deleted", user_id=key)


def _leave_tables(user: User) -> None:
    open_tables = Match.objects.filter(status=Status.OPEN)
    for match_id in open_tables.filter(host=user).values_list("pk", flat=True):
        _ignore_refusal(partial(tables.close_table, user=user, match_id=match_id))
    for match_id in open_tables.filter(seats__user=user).values_list("pk", flat=True):
        _ignore_refusal(partial(tables.leave_table, user=user, match_id=match_id))


def _ignore_refusal(leave: Callable[[], object]) -> None:
    """Call `leave`; log a refusal, because the match may have changed meanwhile, or cannot be read."""
    try:
        leave()
    except Refusal as refusal:
        logger.warning("leaving match failed", code=refusal.code)
    except BrokenLog as error:
        logger.error("leaving match failed", error=str(error))


def _fingerprint(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _fingerprints(name: str) -> list[str]:
    """Return the fingerprints under which `name` may have been retired."""
    return [_fingerprint(key) for key in (name_key(name), *former_keys(name))]


def _retire(key: str, user: User | None = None) -> None:
    RetiredName.objects.get_or_create(pk=_fingerprint(key), defaults={"user": user})


def end_sessions(user: User) -> None:
    """End all sessions of `user`."""
    for session in UserSession.objects.filter(user=user):
        session.end()


def sweep_accounts() -> int:
    """Delete guests that were idle for 30 days and sign-ups not confirmed within 14 days, unless they are in an open or
    running match; return the number of deleted accounts."""
    now = clock.now()
    playing = Seat.objects.filter(user=OuterRef("pk"), match__status__in=[Status.OPEN, Status.RUNNING])
    hosting = Match.objects.filter(host=OuterRef("pk"), status__in=[Status.OPEN, Status.RUNNING])
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    idle = Q(last_seen_at__lt=now - GUEST_MAX_IDLE) | Q(last_seen_at=None, date_joined__lt=now - GUEST_MAX_IDLE)
    unconfirmed = Q(
        is_guest=False, is_staff=False, last_login=None, email="", date_joined__lt=now - UNCONFIRMED_MAX_AGE
    )
    found = User.objects.filter(~Exists(playing), ~Exists(hosting), is_demo=False).filter(
        Q(idle, is_guest=True) | (unconfirmed & ~Exists(confirmed))
    )
    swept = 0
    for user in found[:200]:
        delete_account(user)
        swept += 1
    return swept
