"""Plays from files and into files."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from companion.core.files import bgstats, tables
from companion.core.files.reading import MOST_BYTES, TOO_LARGE
from companion.forms import FileForm, NamesForm
from companion.selectors.exports import drafts_of
from companion.services.plays import files as play_files
from companion.views.access import play_page
from games import clock
from games.core.text import _
from games.plumbing.bidi import bare
from games.policy import policy
from games.refusals import BadInput, Missing, Refusal
from games.registry import TITLES
from games.translation import translate
from games.views.access import allow_methods
from games.views.fields import MAX_DIGITS, number, readable


@never_cache
@allow_methods("GET", "HEAD", "POST")
@login_required
def files(request: HttpRequest) -> HttpResponse:
    """Show how plays come in and go out; on POST, keep a file to look through."""
    form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    if request.method == "POST" and form.is_valid():
        try:
            sent = form.cleaned_data["file"]
            if sent.size > MOST_BYTES:
                raise BadInput(_("File: %(reason)s", reason=TOO_LARGE))
            play_files.keep(user=request.user, content=sent.read())
        except Refusal as refusal:
            form.add_error("file", translate(refusal.reason))
        else:
            return redirect("companion:check_file")
    return render(request, "companion/files.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@allow_methods("GET", "HEAD", "POST")
@login_required
@play_page
def check(request: HttpRequest) -> HttpResponse:
    """Show what the file holds, what is wrong with it, and how far its import is; on POST, import the next part."""
    try:
        preview = play_files.preview(request.user)
    except Missing:
        return redirect("companion:files")
    data = request.POST if request.method == "POST" else None
    form = NamesForm(preview.reading.names(), preview.reading.me, data, user=request.user)
    refusal, status = "", 200
    if request.method == "POST":
        if preview.file.choices is None and not form.is_valid():
            status = 422
        else:
            handled = number(readable(request, "handled")[: MAX_DIGITS + 1], "handled")
            chosen = form.cleaned_data["chosen"] if preview.file.choices is None else {}
            try:
                name = readable(request, "file")
                play_files.import_part(user=request.user, file=name, handled=handled, choices=chosen)
            except Refusal as refused:
                refusal, status = translate(refused.reason), refused.status
            else:
                return redirect("companion:check_file")
    return render(request, "companion/check_file.html", _shown(preview, form) | {"refusal": refusal}, status=status)


def _shown(preview: play_files.FilePreview, form: NamesForm) -> dict[str, Any]:
    drafts, file = preview.reading.drafts, preview.file
    wrong = [(draft, translate(preview.wrong[draft.key])) for draft in drafts if draft.key in preview.wrong]
    return {
        "file": file,
        "form": form,
        "fresh": len(preview.fresh),
        "first": [(TITLES[draft.title], draft) for draft in preview.fresh[:10]],
        "known": sum(draft.key in preview.known for draft in drafts),
        "others": preview.reading.others,
        "problems": [(problem.where, translate(problem.reason)) for problem in preview.reading.problems],
        "wrong": [(f"{TITLES[draft.title].name}, {draft.played_on.isoformat()}", reason) for draft, reason in wrong],
        "total": len(drafts),
        "is_begun": file.choices is not None,
        "is_done": file.choices is not None and file.handled >= len(drafts),
    }


@never_cache
@allow_methods("GET", "HEAD")
@login_required
def export_csv(request: HttpRequest) -> HttpResponse:
    """Return all plays of the user as a table."""
    return _file(
        tables.write(drafts_of(request.user, for_bgstats=False), TITLES), "text/csv; charset=utf-8", "plays.csv"
    )


@never_cache
@allow_methods("GET", "HEAD")
@login_required
def export_bgstats(request: HttpRequest) -> HttpResponse:
    """Return all plays of the user as a file of BG Stats."""
    me = bare(next(iter(policy().names([request.user]).values())))
    text = bgstats.write(drafts_of(request.user, for_bgstats=True), TITLES, clock.now(), me)
    return _file(text, "application/json", "BGStatsExport.json")


def _file(text: str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
