"""Pages of notices: unsubscribing, and the mail of the embedded site."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from masques_site.accounts.models import User
from masques_site.notices.mails import unsubscriber
from masques_site.notices.models import OutboxMail
from masques_site.notices.outbox_access import may_read_outbox


@csrf_exempt  # mail programs post here on their own (RFC 8058); the token is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Anybody with the link of a mail: GET shows a button and changes nothing, POST stops further mails."""
    person = unsubscriber(token)
    if person is None:
        raise Http404
    if request.method == "POST":
        User.objects.filter(pk=person.pk).update(mail_notices=False)
    return render(request, "notices/unsubscribe.html", {"done": request.method == "POST", "person": person})


@never_cache
@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """The local operator and staff of an embedded site: every mail that it would have sent."""
    _only_for_the_operator(request)
    page = Paginator(OutboxMail.objects.defer("text", "html"), 50).get_page(request.GET.get("page"))
    return render(request, "notices/outbox.html", {"mails": page})


@never_cache
@require_safe
def outbox_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """The same people: one mail, its text with links that can be followed, its HTML as source."""
    _only_for_the_operator(request)
    mail = get_object_or_404(OutboxMail, pk=pk)
    return render(request, "notices/outbox_mail.html", {"mail": mail})


def _only_for_the_operator(request: HttpRequest) -> None:
    """Raise Http404 for everybody else."""
    if not may_read_outbox(request):
        raise Http404
