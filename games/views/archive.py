"""The archive: finished matches, filtered."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from games.forms import CASUAL, RATED, choose, seat_counts
from games.policy import policy
from games.refusals import BadInput
from games.registry import TITLES
from games.selectors.archive import LOST, WON, ArchivePage, Wanted, archive_page
from games.strict import FIRST_MOMENT, LAST_MOMENT
from games.translation import translate
from games.views.access import allow_methods

MATCHES_A_PAGE = 40
YES, NO = "yes", "no"


class Day(forms.DateField):
    """A day since matches can have been played, and far enough from the end of time for every sum."""

    widget = forms.DateInput({"type": "date"}, "%Y-%m-%d")
    default_validators = [MinValueValidator(FIRST_MOMENT.date()), MaxValueValidator(LAST_MOMENT.date())]


class ArchiveFilter(forms.Form):
    """The filter of the finished matches. `person` becomes the account of that name."""

    title = forms.ChoiceField(label=_("Game"), required=False)
    person = forms.CharField(label=_("Player"), required=False, max_length=150)
    result = forms.ChoiceField(label=_("Player’s result"), required=False)
    seats = forms.TypedChoiceField(label=_("Seats"), required=False, coerce=int, empty_value=None)
    rated = forms.TypedChoiceField(
        label=_("Rating"), required=False, coerce=lambda word: word == RATED, empty_value=None
    )
    league = forms.TypedChoiceField(
        label=_("League"), required=False, coerce=lambda word: word == YES, empty_value=None
    )
    first = Day(label=_("Ended from"), required=False)
    last = Day(label=_("Ended until"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose(self, "title", [(game.slug, game.name) for game in TITLES.values()])
        choose(self, "result", [(WON, _("Won")), (LOST, _("Not won"))])
        choose(self, "seats", seat_counts())
        choose(self, "rated", [(RATED, _("Rated")), (CASUAL, _("Casual"))])
        choose(self, "league", [(YES, _("In a league")), (NO, _("Not in a league"))])

    def clean_person(self) -> Any:
        """Return the account, None for no name."""
        name = self.cleaned_data["person"]
        person = policy().person_named(name) if name else None
        if name and person is None:
            raise forms.ValidationError(_("There’s no player with this name."))
        return person

    def clean(self) -> dict[str, Any]:
        """Require a person for a result, and order the dates."""
        given = self.cleaned_data
        if given.get("result") and "person" in given and given["person"] is None:
            self.add_error("person", _("Enter a player to filter by result."))
        if given.get("first") and given.get("last") and given["first"] > given["last"]:
            self.add_error("last", _("The last day can’t be before the first."))
        return given


@never_cache
@allow_methods("GET", "HEAD")
def archive(request: HttpRequest) -> HttpResponse:
    """Show the finished matches that the visitor may read, newest first; no account is needed."""
    form = ArchiveFilter(request.GET)
    page, refusal = ArchivePage(), ""
    if form.is_valid():
        try:
            page = archive_page(
                request.user, Wanted(**form.cleaned_data), request.GET.get("before", ""), MATCHES_A_PAGE
            )
        except BadInput as error:
            refusal = translate(error.reason)
    chosen = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    context = {
        "form": form,
        "page": page,
        "refusal": refusal,
        "filtered": bool(chosen),
        "newest": f"?{urlencode(chosen)}",
        "older": f"?{urlencode({**chosen, 'before': page.older})}" if page.older else "",
        "is_first": not request.GET.get("before"),
    }
    return render(request, "games/archive.html", context, status=400 if refusal or not form.is_valid() else 200)
