"""A template tag with the URL of the outbox."""

from django import template
from django.urls import reverse

from masques_site.notices.outbox_access import may_read_outbox

register = template.Library()


@register.simple_tag(takes_context=True)
def outbox_url(context: template.Context) -> str:
    """Return the URL of the outbox if the user may read it, else an empty string."""
    request = context.get("request")
    return reverse("notices:outbox") if request is not None and may_read_outbox(request) else ""
