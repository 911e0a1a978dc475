"""Views about friends, recent opponents, and finding a player by name."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.selectors.lists import hosted_tables
from games.selectors.opponents import recent_opponents
from masques_site.accounts import friends
from masques_site.accounts.models import Block
from masques_site.accounts.selectors import person_by_name
from masques_site.accounts.views.access import current_user, first_message, next_page, rate_limited, within_rate_limit


class PeopleForm(forms.Form):
    """The form for the beginning of a name."""

    q = forms.CharField(
        label=gettext_lazy("Name or first letters"),
        min_length=friends.LEAST_LETTERS,
        max_length=150,  # accents that are written apart count as letters here
        widget=forms.TextInput({"type": "search", "autocomplete": "off", "autocapitalize": "none"}),
    )


@never_cache
@login_required
@require_safe
def friends_page(request: HttpRequest) -> HttpResponse:
    """Show signed-in users their friends and recent opponents, and ways to play with them."""
    user = current_user(request)
    listed = friends.friends_of(user)
    apart = {person.pk for person in listed} | set(Block.objects.filter(blocker=user).values_list("blocked", flat=True))
    opponents = recent_opponents(user)
    context = {
        "friends": listed,
        "last": {opponent.user.pk: opponent for opponent in opponents},
        "opponents": [opponent for opponent in opponents if opponent.user.pk not in apart],
        "tables": [] if user.is_guest else hosted_tables(user),
        "form": PeopleForm(),
    }
    return render(request, "accounts/friends.html", context)


@never_cache
@login_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Show signed-in users the members whose names begin with `?q=`."""
    user = current_user(request)
    form = PeopleForm(request.GET if "q" in request.GET else None)
    context = {"form": form, "most": friends.MOST_FOUND}
    if form.is_valid():
        if not within_rate_limit(request, "people"):
            return rate_limited(request)
        context["people"] = friends.people_by_prefix(user, form.cleaned_data["q"])
        context["friends"] = {person.pk for person in friends.friends_of(user)}
    return render(request, "accounts/people.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def befriend(request: HttpRequest, username: str) -> HttpResponse:
    """Add a user to the list of a signed-in user."""
    person = person_by_name(username)
    try:
        friends.add(owner=current_user(request), friend=person)
    except ValidationError as error:
        messages.error(request, first_message(error))
    else:
        messages.success(
            request, _("%(name)s is on your friends list. Only you can see it.") % {"name": person.shown_name}
        )
    return redirect(next_page(request, reverse("accounts:profile", args=[person.username])))


@login_required
@require_POST
def unfriend(request: HttpRequest, username: str) -> HttpResponse:
    """Remove a user from the list of a signed-in user."""
    person = person_by_name(username)
    friends.remove(owner=current_user(request), friend=person)
    messages.success(request, _("%(name)s is no longer on your friends list.") % {"name": person.shown_name})
    return redirect(next_page(request, reverse("accounts:profile", args=[person.username])))
