"""How strong people are at a title, as far as the site knows: for seeding."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from games.models import Match, Seat, Status

MATCHES = 5_000  # newest finished matches of these people that are looked at
PRIOR = 4  # matches at the middle that everybody is credited with, so that one lucky match is not strength


def strengths(users: Sequence[int], title: str) -> Mapping[int, float]:
    """The mean share of opponents that each of `users` left behind in finished, rated matches of `title`: 0 to 1, and a
    half for who has not played; two statements."""
    seats = Seat.objects.filter(user__in=users, match__title=title, match__status=Status.FINISHED)
    rows = list(
        seats.filter(match__is_rated=True, match__annulled_at=None)
        .order_by("-match__finished_at")
        .values_list("user_id", "index", "match_id")[:MATCHES]
    )
    outcomes = dict(Match.objects.filter(pk__in={match for _user, _seat, match in rows}).values_list("pk", "outcome"))
    shares: dict[int, list[float]] = defaultdict(lambda: [0.5] * PRIOR)
    for user, seat, match in rows:
        places = (outcomes[match] or {}).get("places")
        if isinstance(places, list) and seat < len(places) > 1:
            behind = (
                sum(place > places[seat] for place in places) + sum(place == places[seat] for place in places) / 2 - 0.5
            )
            shares[user].append(behind / (len(places) - 1))
    return {user: sum(shares[user]) / len(shares[user]) for user in users}
