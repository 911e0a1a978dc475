"""Views of the notices app: unsubscribing, and the outbox of the embedded site."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from masques_site.accounts.addresses import owner_of_unsubscribe
from masques_site.accounts.models import User
from masques_site.notices.models import OutboxMail
from masques_site.notices.outbox_access import may_read_outbox


@csrf_exempt  # mail programs post here without a form (RFC 8058); the token is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Turn mails off for anybody with the link of a mail: GET shows a button and changes nothing, POST turns them
    off."""
    person = owner_of_unsubscribe(token)
    if person is None:
        raise Http404
    if request.method == "POST":
        User.objects.filter(pk=person.pk).update(mail_notices=False)
    return render(request, "notices/unsubscribe.html", {"done": request.method == "POST", "person": person})


@never_cache
@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """Show the stored mails to the local operator, and to staff of an embedded site."""
    _require_outbox_access(request)
    page = Paginator(OutboxMail.objects.defer("text", "html"), 50).get_page(request.GET.get("page"))
    return render(request, "notices/outbox.html", {"mails": page})


@never_cache
@require_safe
def outbox_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one mail to the local operator and staff: its text with clickable links, its HTML as source."""
    _require_outbox_access(request)
    mail = get_object_or_404(OutboxMail, pk=pk)
    return render(request, "notices/outbox_mail.html", {"mail": mail})


def _require_outbox_access(request: HttpRequest) -> None:
    """Raise Http404 unless the user may read the outbox."""
    if not may_read_outbox(request):
        raise Http404


index = settings_page = endpoint = outbox
