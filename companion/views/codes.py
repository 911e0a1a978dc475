"""Codes of plays: the card that shows one, the form for typing one, and the page that one leads to."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache

from companion.core.letters import read_code, spaced
from companion.core.qr import qr_svg
from companion.forms import CodeForm
from companion.models import Play
from companion.policy import policy
from companion.refusals import NoSuchPlay
from companion.selectors.plays import unclaimed_names
from companion.selectors.rooms import way_to
from companion.services.plays import claiming
from companion.views.access import play_page
from games.core.text import _
from games.refusals import BadInput, Refusal, TooMany
from games.translation import translate
from games.views.access import allow_methods
from games.views.fields import MAX_DIGITS, number, readable


@dataclass(frozen=True, slots=True)
class CodeCard:
    """A code as people read it, the address that it leads to, and its QR code."""

    letters: str
    address: str
    qr: SafeString


def code_card(request: HttpRequest, play: Play) -> CodeCard:
    """Return the card of the code of `play`, which has one."""
    assert play.code is not None
    address = request.build_absolute_uri(reverse("companion:by_code", args=[play.code]))
    return CodeCard(spaced(play.code), address, mark_safe(qr_svg(address)))  # noqa: S308 - drawn by segno


@never_cache
@allow_methods("GET", "HEAD", "POST")
@login_required
def type_code(request: HttpRequest) -> HttpResponse:
    """Show the form for a code; lead to the page of its play."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        code = read_code(form.cleaned_data["code"]) or ""
        try:
            return redirect("companion:by_code", _found(request, code).code)
        except TooMany as refusal:
            form.add_error("code", translate(refusal.reason))
            return render(request, "companion/code.html", {"form": form}, status=refusal.status)
        except NoSuchPlay:
            if way_to(code) is not None:
                return redirect("companion:room", code)
            form.add_error("code", translate(_("There’s no result with this code, or the code has expired.")))
    return render(request, "companion/code.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@allow_methods("GET", "HEAD", "POST")
@login_required
@play_page
def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """Lead those who sat there to the play. Let others say which of the names without an account is theirs, and
    confirm the result by that."""
    found = _found(request, code)
    if found.seats.filter(user=request.user.pk).exists():
        return redirect("companion:play", found.pk)
    refusal, status = "", 200
    if request.method == "POST":
        try:
            claiming.claim(
                user=request.user,
                code=code,
                index=_number(request, "seat"),
                version=_number(request, "version"),
            )
            return redirect("companion:play", found.pk)
        except NoSuchPlay:
            raise
        except Refusal as refused:
            refusal, status = translate(refused.reason), refused.status
    context = {"play": found, "game": found.game, "names": unclaimed_names(found), "refusal": refusal, "code": code}
    return render(request, "companion/claim.html", context, status=status)


def _number(request: HttpRequest, name: str) -> int:
    value = readable(request, name)
    if not value:
        raise BadInput(_("Name: choose the one that’s yours."))
    return number(value[: MAX_DIGITS + 1], name)


def _found(request: HttpRequest, code: str) -> Play:
    """Return the play with the code that a user tries. Raises `NoSuchPlay`, and `TooMany` after too many wrong ones."""
    take_back = policy().begin_try(request)
    found = claiming.play_by_code(code)
    take_back()
    return found
