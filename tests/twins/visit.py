"""A look at a match by one viewer, and by an anonymous visitor: every kind of page and file, as a plan says."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import admin
from django.urls import reverse

from games.core.engine.state import State
from games.core.errors import MoveError
from games.core.title.game import Game
from games.models import Match, Status
from games.selectors import matches as selectors
from games.views import spectators
from tests.twins.plan import Caches, Plan
from tests.twins.recorder import Recording, Sent, TestedPages, ask, board_by_handler, socket_frames
from tests.views.pages import FRAGMENT, Page

COMPOSED = 8  # pages of an unfinished move, of which a pair opens ...
COMPOSED_OF_A_PAIR = 2
ATTEMPTS_OF_A_PAIR = 3
IDLE_ATTEMPTS = 3
NONSENSE = ("?", "x", "0", "pass", "a=b+c@9")
JSON = {"HTTP_ACCEPT": "application/json"}


@dataclass
class Visit:
    """One viewer (None: a user who does not play) looks at `match`, with the position `state`.

    `sessions` holds a session for each seat that a person holds, for None, and for the staff's seat "staff".
    """

    recording: Recording
    plan: Plan
    game: Game
    match_id: str
    viewer: int | None
    sessions: dict[int | str | None, str]
    samples: Sequence[str]
    sent: Sequence[Sent]
    pages: TestedPages = field(default_factory=TestedPages)

    def at(self, name: str, query: str = "") -> str:
        return reverse(f"games:{name}", args=[self.match_id]) + query

    def request(self, *arguments: Any, **more: Any) -> Any:
        return self.recording.request(*arguments, **more)

    @property
    def hints(self) -> list[Sent]:
        """The hints that have left so far."""
        return [sent for sent in self.sent if sent.kind == "hint"]

    # Caches.

    def begin(self) -> None:
        """Prepare the caches before the first request. Answers for strangers are never kept: they are requested by
        revision, which goes back from one pair to the next."""
        self.pages.anonymous_cache.kept.clear()
        if self.plan.caches != Caches.KEPT:
            self.forget()

    def forget(self) -> None:
        """Empty what the process remembers of matches."""
        selectors._replay_cache.replays.clear()
        spectators.drawings.kept.clear()
        self.pages.anonymous_cache.kept.clear()

    def other(self, address: str, **more: Any) -> None:
        """Let another seat request the same first if the caches are shared. Its answers do not count."""
        if self.plan.caches == Caches.SHARED:
            ask(self.sessions[self.other_seat()], address, **more)

    def other_seat(self) -> int | str | None:
        """Return some seat except the viewer's that a person holds; the spectator if there is none."""
        others = [seat for seat in self.sessions if seat not in (self.viewer, "staff", None)]
        return others[self.plan.number % len(others)] if others else None

    # The visit.

    def between(self) -> None:
        """Record, while answers of others are sealed, how many hints the page got, and what it finds."""
        if not self.plan.looks_between:
            return
        self.recording.add("sealed number of hints", str(len(self.hints)).encode())
        looks: list[Callable[[], Any]] = [
            lambda: self.request("sealed home", reverse("games:home")),
            lambda: self.request("sealed fragment", self.at("match"), **FRAGMENT),
            lambda: self.request("sealed page", self.at("match"), anonymous=True),
            lambda: self.request("sealed rev", self.at("rev")),
            lambda: self.request("sealed history", self.at("history")),
            lambda: self.request("sealed own data", reverse("accounts:export")),
            lambda: self.staff_page("sealed ", reverse("admin:games_match_change", args=[self.match_id])),
        ]
        for look in self.plan.some(looks, 3):
            look()

    def look(self, state: State, match: Match) -> None:
        """Make every kind of request, in the order of the plan."""
        kinds: dict[str, Callable[[], None]] = {
            "home": self.home,
            "socket": self.socket,
            "match": lambda: self.page(match),
            "screen": self.screen,
            "hand": self.hand,
            "history": lambda: self.history(match),
            "record": self.record,
            "proof": self.proof,
            "people": lambda: self.people(match),
            "composing": self.choices,
            "attempts": lambda: self.attempts(state, match),
            "staff": lambda: self.staff(match),
        }
        for kind in self.plan.order(list(kinds)):
            if self.plan.caches == Caches.EMPTY:
                self.forget()
            kinds[kind]()
        if self.plan.set_aside:
            self.set_aside(match)

    def home(self) -> None:
        """Request the lists that a person opens first: what waits, and what happened meanwhile."""
        self.request("list", reverse("games:home"))
        for name in self.plan.some(("next", "lobby"), 1):
            self.request("list", reverse(f"games:{name}"))

    def socket(self) -> None:
        for kind in ("", "followed "):
            session = self.sessions.get(self.viewer, "")
            found = socket_frames(self.match_id, session, self.hints, follows=bool(kind))
            self.recording.frames(kind, found)

    def page(self, match: Match) -> None:
        """Request the match page, whole and as a fragment, and the same as a stranger, by the site's own handler
        too."""
        path = self.at("match")
        self.other(path)
        self.request("match", path)
        self.other(path, **FRAGMENT)
        self.request("fragment", path, **FRAGMENT)
        self.request("rev", self.at("rev"))
        if self.plan.caches == Caches.SHARED:
            board_by_handler(self.pages, self.sessions[self.other_seat()], path, match.rev)
        for anonymous in self.plan.some((self.stranger, self.stranger_of_handler), 1):
            anonymous(match)

    def stranger(self, _match: Match) -> None:
        self.request("match", self.at("match"), anonymous=True)
        self.request("rev", self.at("rev"), anonymous=True)

    def stranger_of_handler(self, match: Match) -> None:
        self.recording.add("board by handler", board_by_handler(self.pages, None, self.at("match"), match.rev))

    def screen(self) -> None:
        """Request the screen as a stranger, and as holders of seats, who are shown no more than that."""
        self.request("screen", self.at("screen"), anonymous=True)
        for seat in self.plan.some([seat for seat in self.sessions if seat != "staff"], 2):
            recording = Recording(self.sessions[seat])
            recording.request(f"screen of {seat}", self.at("screen"), **FRAGMENT)
            self.recording.told += recording.told

    def hand(self) -> None:
        """Request the hand, and the first part of a move composed there."""
        self.other(self.at("hand"))
        shown = Page(self.request("hand", self.at("hand"), **FRAGMENT))
        for address in self.plan.some(shown.addresses("choice"), 1):
            self.request("hand", address, **FRAGMENT)

    def history(self, match: Match) -> None:
        """Request the history of the match at several plies, as every seat that may be asked for."""
        path = self.at("history")
        self.other(path)
        self.request("history", path)
        looks = [f"{path}?ply={ply}" for ply in sorted({1, match.ply // 3, match.ply * 2 // 3, match.ply - 1})]
        looks += [f"{path}?ply={match.ply - 1}&as={seat}" for seat in ("all", "public", *range(match.seat_count))]
        for address in self.plan.some(looks, 1):
            self.request("history", address, **FRAGMENT)
        for address in self.plan.some((path,), self.plan.number % 2):
            self.request("history", address, anonymous=True)

    def record(self) -> None:
        self.other(self.at("record"))
        self.request("record", self.at("record"))
        self.request("record", self.at("record", "?as=public"))
        for anonymous in self.plan.some((True,), self.plan.number % 2):
            self.request("record", self.at("record"), anonymous=anonymous)

    def proof(self) -> None:
        self.request("proof", self.at("proof", "?format=json"))
        for anonymous in self.plan.some((False, True), 1):
            self.request("proof", self.at("proof"), anonymous=anonymous)

    def people(self, match: Match) -> None:
        """Request the profiles of players, and the viewer's own data."""
        names = [seat.user.username for seat in match.seats.select_related("user") if seat.user is not None]
        for name in self.plan.some(names, 1):
            self.request("profile", reverse("accounts:profile", args=[name]))
        self.request("own data", reverse("accounts:export"))

    def choices(self) -> None:
        """Request the pages of an unfinished move, breadth first, and moves that fit nowhere."""
        path = self.at("match")
        most = COMPOSED if self.plan.thorough else COMPOSED_OF_A_PAIR
        waiting, opened = [f"{path}?move="], 0
        while waiting and opened < most:
            response = self.request("composing", waiting.pop(0), **FRAGMENT)
            opened += 1
            offered = Page(response).addresses("choice")
            if offered:
                self.recording.add("choices offered", "\n".join(offered).encode())
            waiting += self.plan.some(offered, 2)
        for words in self.plan.some(("zzz", "0", "pass,zzz"), 1):
            self.request("composing", f"{path}?move={words}", **FRAGMENT)

    def attempts(self, state: State, match: Match) -> None:
        """Send moves of the title's whole notation that are refused here, and other refused requests."""
        texts = [text for text in (*NONSENSE, *self.samples) if not self.is_legal(state, text)]
        if self.viewer not in state.deciders():
            del texts[IDLE_ATTEMPTS:]  # a seat that owes nothing is refused before the move is read
        for count, text in enumerate(self.plan.some(texts, ATTEMPTS_OF_A_PAIR)):
            fields = {"text": text, "seen": str(match.decision), "client_move_id": f"attempt-{count}"}
            form = FRAGMENT if count % 3 == 0 else JSON
            self.request(f"refusal of {text}", self.at("move"), post=fields, **form)
        for name in self.plan.some(("rematch", "join"), 1):
            self.request("refusal", self.at(name), post={})
        for name in self.plan.some(("resign",), self.plan.number % 2):
            self.request(name, self.at(name))

    def is_legal(self, state: State, text: str) -> bool:
        if self.viewer is None or self.viewer not in state.deciders():
            return False
        try:
            self.game.parse_move(state, self.viewer, text)
        except MoveError:
            return False
        return True

    # Staff, who may not see open hands either.

    def staff(self, match: Match) -> None:
        """Request lists of the admin, and pages of rows that belong to the match."""
        lists = [reverse(f"admin:{model_name}_changelist") for model_name in registered()]
        for address in (*self.plan.some(lists, 1), *self.plan.some(list(rows_about(match)), 1)):
            self.staff_page("", address)

    def staff_page(self, when: str, address: str) -> None:
        recording = Recording(self.sessions["staff"])
        assert recording.request(f"{when}staff", address).status_code == 200, address
        self.recording.told += recording.told

    # At the end.

    def set_aside(self, match: Match) -> None:
        """Set the match aside: independently of its log, its pages say that and no more."""
        Match.objects.filter(pk=match.pk).update(status=Status.QUARANTINED, deadline=None)
        for name in ("match", "history", "record", "proof", "rev"):
            self.request(f"set aside {name}", self.at(name))
        self.request("set aside proof", self.at("proof", "?format=json"), anonymous=True)
        self.request("set aside list", reverse("games:home"))
        self.staff_page("set aside ", reverse("admin:games_match_change", args=[self.match_id]))


def registered() -> Iterator[str]:
    """Yield the names of all models that the admin knows, as in the names of their pages."""
    for model in admin.site._registry:
        yield f"{model._meta.app_label}_{model._meta.model_name}"


def rows_about(match: Match) -> Iterator[str]:
    """Yield the admin's pages of the match and of every row that belongs to it."""
    for model in admin.site._registry:
        about = {"pk": match.pk} if model is Match else {"match": match}
        if model is Match or any(column.name == "match" for column in model._meta.fields):
            name = f"{model._meta.app_label}_{model._meta.model_name}"
            for pk in model._default_manager.filter(**about).order_by("pk").values_list("pk", flat=True):
                yield reverse(f"admin:{name}_change", args=[pk])
