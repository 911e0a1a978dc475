"""Forms of the accounts app."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.forms import UserTokenForm
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from masques_site.accounts import pauses
from masques_site.accounts.models import PREFERENCES, Report, User
from masques_site.accounts.selectors import person_to_reset
from masques_site.accounts.services import check_new_username, rename, sign_up
from masques_site.accounts.tokens import nobody
from masques_site.accounts.usernames import MAX_LENGTH
from masques_site.accounts.zones import ZoneField, known_zone

EMAIL_HELP = _("Used to log in, to reset your password and, if you like, to tell you when it’s your turn.")
NAME_HELP = _("The name others see: 3 to 24 letters and digits, with letters from one script only.")


class FocusOnErrorMixin:
    """A form that begins with the first field that has an error, instead of the first field."""

    def full_clean(self: Any) -> None:
        """Check the form; the first field in error gets the focus."""
        super().full_clean()  # type: ignore[misc]
        wrong = next((name for name in self.fields if name in self.errors), None)
        if wrong is not None:
            for field in self.fields.values():
                field.widget.attrs.pop("autofocus", None)
            self.fields[wrong].widget.attrs["autofocus"] = True


class LoginForm(AllauthLoginForm):
    """Log-in by name or e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        self.fields["login"].label = _("Name or e-mail")


class SignupForm(FocusOnErrorMixin, AllauthSignupForm):
    """Sign-up. `User.email` stays empty until the address is confirmed. The page's script fills in the time zone."""

    timezone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        self.fields["email"].label = _("E-mail")
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = NAME_HELP
        self.fields["email"].help_text = EMAIL_HELP
        self.fields["password1"].help_text = _("At least 10 characters. Don’t use a common word or your name.")
        self.fields["password2"].help_text = _("Enter the same password again.")

    def clean_timezone(self) -> str:
        """Return the zone of the browser if the site knows it, else UTC: the user cannot be asked to correct it."""
        return known_zone(self.cleaned_data["timezone"])

    def clean(self) -> dict[str, Any]:
        """Return the form's data; add an error at the second password if it differs from the first."""
        first, second = (self.cleaned_data.get(name) for name in ("password1", "password2"))
        if first and second and first != second:
            self.add_error(
                "password2", ValidationError(_("The passwords don’t match. Enter both again."), code="differ")
            )
        cleaned: dict[str, Any] = super().clean()
        return cleaned

    def validate_unique_email(self, value: str) -> str:
        """Return the address even if it is taken: an account is created nevertheless, which only the owner of the
        mailbox could confirm, and the mail explains it. So neither the page, nor its timing, nor the name's profile
        reveals whether the address is known."""
        return value

    def try_save(self, request: HttpRequest) -> tuple[User | None, Any]:
        """Create the account and return the user. Raises ImmediateHttpResponse, back to the form, if another request
        has taken the name meanwhile."""
        try:
            user = self.save(request)
        except IntegrityError as error:
            messages.error(request, _("This name has just been taken. Please choose another."))
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return user, None

    def save(self, request: HttpRequest) -> User:
        """Create the user, with the language of the form; return it."""
        return sign_up(
            username=self.cleaned_data["username"],
            email=self.cleaned_data["email"],
            password=self.cleaned_data["password1"],
            language=get_language() or "",
            timezone=self.cleaned_data["timezone"],
        )


class ResetPasswordForm(AllauthResetPasswordForm):
    """The form that asks for a new password."""

    def clean_email(self) -> str:
        email: str = get_adapter().clean_email(self.cleaned_data["email"])
        self.person = person_to_reset(email)
        return email

    def save(self, request: HttpRequest, **_kwargs: Any) -> str:
        """Send a mail to the address, whether or not an account has it; return the address."""
        email: str = self.cleaned_data["email"]
        adapter: Any = get_adapter()
        adapter.send_reset_mail(request, self.person, email)
        return email


class ResetLinkForm(UserTokenForm):
    """The key in a password reset link."""

    def clean(self) -> dict[str, Any]:
        """Return the form's data. Raises ValidationError for a wrong key, with the same work whether or not there is an
        account that it might be for."""
        cleaned: dict[str, Any] = forms.Form.clean(self) or {}
        person = self._get_user(cleaned.get("uidb36") or "")
        if not self.token_generator.check_token(person or nobody(), cleaned.get("key")) or person is None:
            raise get_adapter().validation_error("invalid_password_reset")
        self.reset_user = person
        return cleaned


class ClaimGuestForm(FocusOnErrorMixin, forms.Form):
    """The form with which a guest becomes a full member."""

    username = forms.CharField(
        label=_("Name"),
        max_length=MAX_LENGTH,
        help_text=NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        help_text=EMAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=256,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["password"].help_text = password_validators_help_text_html()

    def clean_username(self) -> str:
        return check_new_username(self.cleaned_data["username"], keep=self.user)

    def clean_email(self) -> str:
        email: str = get_adapter().clean_email(self.cleaned_data["email"].lower())
        return email

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "password" in cleaned:
            # Validated against the new name and address, not the guest's.
            person = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                validate_password(cleaned["password"], person)
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


ELSEWHERE = ("mail_notices", "message_sound")
"""The preferences that are not on the settings page: the page of notices has the first, and there are no messages
between users yet."""


class SettingsForm(FocusOnErrorMixin, forms.ModelForm):  # type: ignore[type-arg]
    """The user's own settings."""

    username = forms.CharField(
        label=_("Name"), max_length=MAX_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    timezone = ZoneField(
        label=_("Time zone"),
        help_text=_("Used to show clocks and deadlines. Type a city to search the list."),
    )
    language = forms.ChoiceField(label=_("Language"), required=False)

    class Meta:
        model = User
        fields = ["username", *(name for name in PREFERENCES if name not in ELSEWHERE)]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial_person = User.objects.get(pk=self.instance.pk)
        zone = self.fields["timezone"]
        assert isinstance(zone, ZoneField)
        zone.current = self.instance.timezone
        self._set_choices("language", [("", _("Same as my browser")), *settings.LANGUAGES])
        if self.instance.is_guest:
            del self.fields["username"]

    def _set_choices(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean_username(self) -> str:
        return check_new_username(self.cleaned_data["username"], keep=self.initial_person)

    def save(self, commit: bool = True) -> User:
        """Store the settings; a new name is set by `rename`, which retires the old one, and a new time zone by
        `move_to_zone`, which takes the nights along. Return the user."""
        user: User = self.instance
        if "username" in self.changed_data:
            rename(user=user, username=self.cleaned_data["username"])
        user.save(update_fields=[name for name in self.fields if name not in ("username", "timezone")])
        if "timezone" in self.changed_data:
            pauses.move_to_zone(user, self.cleaned_data["timezone"])
        return user


class DeleteForm(forms.Form):
    """Confirmation of the deletion of an account: a tick, and the password unless the user is a guest."""

    password = forms.CharField(
        label=_("Your password"),
        max_length=256,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    sure = forms.BooleanField(label=_("Yes, delete my account permanently"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("That’s not your password."), code="password")
        return password


class ReportForm(forms.ModelForm):  # type: ignore[type-arg]
    """A report to the moderators."""

    class Meta:
        model = Report
        fields = ["reason", "text", "match_id"]
        widgets = {"text": forms.Textarea(attrs={"rows": 6})}


class NoteForm(forms.Form):
    """A moderator's note."""

    note = forms.CharField(label=_("Note"), max_length=500, widget=forms.Textarea(attrs={"rows": 3}))


class AnswerForm(NoteForm):
    """A moderator's note about a report, and the answer to its author."""

    answer = forms.CharField(
        label=_("Answer"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class ReasonForm(NoteForm):
    """The reason for annulling a match or taking down a league."""

    note = forms.CharField(
        label=_("Reason"),
        help_text=_("This is logged with your name."),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
