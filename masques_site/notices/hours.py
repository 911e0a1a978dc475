"""When a notice may arrive: quiet hours, digests and snoozing, by the clock on the reader's wall.

Everything here is arithmetic on moments; hours are those of the reader's time zone. An hour that a change of clocks
skips begins when the clocks have changed.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Hours:
    """The choices of one reader in `zone`.

    From the hour `quiet_from` to the hour `quiet_until` it is quiet, over midnight if the second is the earlier one;
    None, or two equal hours: never. Digests come every day at `digest_hour`, or every hour if that is None. Until
    `snoozed_until` nothing comes.
    """

    zone: tzinfo = UTC
    quiet_from: int | None = None
    quiet_until: int | None = None
    digest_hour: int | None = 18
    snoozed_until: datetime | None = None

    def held_until(self, now: datetime, *, costs_a_seat: bool = False) -> datetime | None:
        """Return the moment until which a notice has to wait; None if it may leave now. One that `costs_a_seat` does
        not wait for the end of quiet hours."""
        until = self.silent_until(now) or now
        if not costs_a_seat and self.is_quiet(until):
            assert self.quiet_until is not None, "there are quiet hours"
            until = self.next_at(self.quiet_until, until)
        return None if until == now else until

    def silent_until(self, now: datetime) -> datetime | None:
        """Return the end of the silence that the reader has asked for; None if there is none."""
        return self.snoozed_until if self.snoozed_until is not None and self.snoozed_until > now else None

    def is_quiet(self, moment: datetime) -> bool:
        """Return whether `moment` lies in quiet hours."""
        begin, end = self.quiet_from, self.quiet_until
        if begin is None or end is None or begin == end:
            return False
        hour = moment.astimezone(self.zone).hour
        return begin <= hour < end if begin < end else hour >= begin or hour < end

    def next_digest(self, now: datetime) -> datetime:
        """Return the time of the next digest after `now`."""
        if self.digest_hour is not None:
            return self.next_at(self.digest_hour, now)
        return now.astimezone(UTC).replace(minute=0, second=0, microsecond=0) + HOUR

    def next_at(self, hour: int, now: datetime) -> datetime:
        """Return the next moment after `now` at which the reader's clock strikes `hour`."""
        today = now.astimezone(self.zone).date()
        for days in range(3):  # the third: both may have struck before the clocks were set back
            moment = datetime.combine(today + days * DAY, time(hour), self.zone).astimezone(UTC)
            if moment > now:
                return moment
        raise AssertionError("an hour strikes every day")
