"""Private links of tables: a new one ends the one before. Players and invited people need none."""

from typing import Any

from django.db import transaction

from games.core.text import _
from games.models import Access, Match, Status, new_link_token
from games.refusals import Conflict, Missing
from games.services.keeping import sealed_rows

NOT_OVER = (Status.OPEN, Status.RUNNING)  # a link's targets among the user's own pages


def renew_link(*, host: Any, match_id: str) -> None:
    """Give a table of `host` a new private link, before its start or after. Raises `Missing` and `Conflict`."""
    with transaction.atomic(durable=True):
        rows = Match.objects.select_for_update().filter(pk=match_id, host=host.pk)
        found = rows.values_list("access", "status").first()
        if found is None:
            raise Missing
        access, status = found
        if access != Access.LINK:
            raise Conflict(_("This table has no private link."))
        if status not in NOT_OVER:
            raise Conflict(_("This match is over, so its link stays the same."))
        sealed_rows.update(Match.objects.filter(pk=match_id), link_token=new_link_token())


def end_links(host_id: int) -> int:
    """End the private links of all open tables and running matches of this host; return how many."""
    with transaction.atomic():
        tables = Match.objects.filter(host=host_id, access=Access.LINK, status__in=NOT_OVER)
        keys = list(tables.values_list("pk", flat=True))
        for pk in keys:
            sealed_rows.update(Match.objects.filter(pk=pk), link_token=new_link_token())
        return len(keys)
