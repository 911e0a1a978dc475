"""The adapter of django-allauth: names, rate limits, mail."""

from smtplib import SMTPException
from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal import flows
from allauth.account.utils import user_pk_to_url_str
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail.message import sanitize_address
from django.core.validators import EmailValidator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from masques_site.accounts.models import User
from masques_site.accounts.selectors import is_confirmed_by_another
from masques_site.accounts.services import check_new_username
from masques_site.accounts.tokens import ResetTokenGenerator, nobody
from masques_site.accounts.usernames import folded

logger = structlog.get_logger(__name__)

DEVICE_COOKIE = "device"
DEVICE_SALT = "accounts.device"
MOST_FINGERPRINTS = 30  # three for each account, of which a family or a school may have several
DEVICE_AGE = 60 * 60 * 24 * 365


class AccountAdapter(DefaultAccountAdapter):
    """An adapter that limits log-in attempts per IP address *and* account, so that other people's attempts never lock
    out the owner."""

    def get_login_stages(self) -> list[str]:
        """Return allauth's stages, with `ConfirmAddressStage` in place of e-mail verification."""
        ours = {"allauth.account.stages.EmailVerificationStage": "masques_site.accounts.stages.ConfirmAddressStage"}
        return [ours.get(stage, stage) for stage in super().get_login_stages()]

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the normalised name; raises ValidationError if it is taken, reserved, or confusable with a taken
        one."""
        return check_new_username(username)

    def clean_email(self, email: str) -> str:
        """Return the address; raises ValidationError if no mail can be sent to it."""
        try:
            sanitize_address(("", email), "utf-8")
        except (ValueError, IndexError):
            raise ValidationError(EmailValidator.message, code="invalid") from None
        return email

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        login = credentials.get("email") or credentials.get("username") or ""
        return f"{ratelimit.get_ip(request)}:{folded(login)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Raise ValidationError after too many failures: per IP address, per IP address and account, and per account
        from all addresses, except on devices on which the owner has signed in before."""
        login = folded(credentials.get("email") or credentials.get("username") or "")
        if not knows_device(request, login):
            everywhere = ratelimit.consume(request, app="allauth.account", action="login_account", key=login)
            if not everywhere:
                raise self.validation_error("too_many_login_attempts")
        super().pre_authenticate(request, **credentials)

    def login(self, request: HttpRequest, user: Any) -> None:
        """Log `user` in. From the second time on they are notified of a browser that is new to them."""
        was_here = user.last_login is not None
        super().login(request, user)
        if was_here and not knows_owner(request, user):
            language = user.language or get_language() or settings.LANGUAGE_CODE
            with translation.override(language), timezone.override(user.zone):
                self.send_notification_mail("account/email/new_browser", user, {"user": user})

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the link that confirms an address; if another user has confirmed it, notify that user instead.
        Everything is looked up and computed for both mails, so that the response takes as long for either."""
        address = emailconfirmation.email_address
        template = "account/email/email_confirmation_signup" if signup else "account/email/email_confirmation"
        confirming = {
            "user": address.user,
            "key": emailconfirmation.key,
            "activate_url": self.get_email_confirmation_url(request, emailconfirmation),
        }
        telling = {
            "signup_url": flows.signup.get_signup_url(request),
            "password_reset_url": flows.password_reset.get_reset_password_url(request),
        }
        if is_confirmed_by_another(address.email, address.user):
            self.send_mail("account/email/account_already_exists", address.email, telling)
        else:
            self.send_mail(template, address.email, confirming)

    def send_reset_mail(self, request: HttpRequest, person: User | None, email: str) -> None:
        """Send `person` the link to a new password; without a person, say that there is no account. Everything is
        computed for both mails."""
        asker = person or nobody()
        key = f"{user_pk_to_url_str(asker)}-{ResetTokenGenerator().make_token(asker)}"
        resetting = {
            "user": asker,
            "username": asker.shown_name,
            "password_reset_url": self.get_reset_password_from_key_url(key),
        }
        unknown = {"signup_url": flows.signup.get_signup_url(request)}
        if person is not None:
            self.send_mail("account/email/password_reset_key", email, resetting)
        else:
            self.send_mail("account/email/unknown_account", email, unknown)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail. If the mail server fails, warn the user instead of failing the request."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError) as error:
            logger.warning("account mail failed", mail=template_prefix, error=type(error).__name__)
            if self.request is not None:
                text = _("We couldn’t send the e-mail. Please try again in a few minutes.")
                messages.warning(self.request, text)


def knows_device(request: HttpRequest, login: str) -> bool:
    """Return whether the owner of `login` (a name or an e-mail address) has signed in from this browser before."""
    return _fingerprint(login) in _known(request)


def knows_owner(request: HttpRequest, user: User) -> bool:
    """Return whether `user` has signed in from this browser before, under any name."""
    return _fingerprint(_key_of(user)) in _known(request)


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Set the cookie by which `knows_device` and `knows_owner` recognise this browser, keeping its other owners."""
    own = [_fingerprint(login) for login in (_key_of(user), user.username, user.email) if login]
    others = [known for known in _known(request) if known not in own]
    response.set_cookie(
        DEVICE_COOKIE,
        signing.dumps([*own, *others][:MOST_FINGERPRINTS], salt=DEVICE_SALT),
        max_age=DEVICE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known(request: HttpRequest) -> list[Any]:
    """Return the fingerprints in this browser's cookie; none if it is not the site's."""
    try:
        known = signing.loads(request.COOKIES.get(DEVICE_COOKIE, ""), salt=DEVICE_SALT, max_age=DEVICE_AGE)
    except signing.BadSignature:
        return []
    return known if isinstance(known, list) else []


def _key_of(user: User) -> str:
    return f"account {user.pk}"


def _fingerprint(login: str) -> str:
    return salted_hmac(DEVICE_SALT, folded(login), algorithm="sha256").hexdigest()[:32]
