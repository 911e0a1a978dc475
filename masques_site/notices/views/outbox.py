"""The outbox of the embedded site."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from masques_site.notices.models import OutboxMail
from masques_site.notices.outbox_access import may_read_outbox


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
