"""The open dumps, and the script that recomputes them."""

from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

from games.views.access import allow_methods
from leagues.models import RatingDump
from leagues.services.ratings.dumps import dump_files
from leagues.standalone import recompute_ratings

LISTED = 120
SCRIPT = Path(recompute_ratings.__file__)


@allow_methods("GET", "HEAD")
def index(request: HttpRequest) -> HttpResponse:
    """Show all dumps, the newest first, and how to check one."""
    return render(request, "ratings/dumps.html", {"dumps": RatingDump.objects.all()[:LISTED]})


@allow_methods("GET", "HEAD")
@cache_control(public=True, max_age=31_536_000, immutable=True)
def download(request: HttpRequest, name: str) -> HttpResponse:
    """Send the file of a dump; it never changes."""
    row = RatingDump.objects.filter(name=name).first()
    if row is None or not dump_files().exists(row.name):
        raise Http404(_("This dump doesn’t exist."))
    with dump_files().open(row.name) as file:
        response = HttpResponse(file.read(), content_type="application/gzip")
    response.headers["Content-Disposition"] = f'attachment; filename="{row.name}"'
    return response


@allow_methods("GET", "HEAD")
def script(request: HttpRequest) -> HttpResponse:
    """Send the program that recomputes a dump."""
    response = HttpResponse(SCRIPT.read_text(), content_type="text/x-python; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{SCRIPT.name}"'
    return response
