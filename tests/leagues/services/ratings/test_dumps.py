"""The open dump: the same bytes for the same results, and a program of its own comes to the same numbers."""

import gzip
import hashlib
import json
import math
import random
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from bench.races import at_once
from games import clock
from leagues import tasks
from leagues.core.rating import RatedMatch, RatedSeat, Rating, rate
from leagues.models import RatedResult, RatingChange, RatingDump
from leagues.services.ratings import dumps, ledger
from leagues.services.ratings.recompute import Disturbed, Waiting
from leagues.standalone import recompute_ratings
from masques_site.accounts.services import delete_account
from tests.cast import person
from tests.leagues.services.ratings.test_ratings import START, history, result

pytestmark = pytest.mark.django_db(transaction=True)
SCRIPT = Path(recompute_ratings.__file__)
DECEMBER = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def storage(settings, tmp_path):
    """Dumps in a folder of the test."""
    place = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path / "dumps"}}
    settings.STORAGES = {**settings.STORAGES, "dumps": place}
    return tmp_path / "dumps"


@pytest.fixture
def today(monkeypatch):
    """Set the site's clock."""

    def set_to(moment):
        monkeypatch.setattr(clock, "now", lambda: moment)

    set_to(DECEMBER + timedelta(days=3))
    return set_to


def dump(path, until=DECEMBER):
    with path.open("w+b") as file:
        return dumps.write_dump(file, until)


def lines_of(path):
    return [json.loads(line) for line in gzip.open(path, "rt")]


def write(path, lines):
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def run(path, *arguments):
    """The program, with nothing but the standard library, from a place where no project is."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(path), *arguments]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)


@pytest.fixture
def many(tmp_path):
    """A dump of many results of all kinds."""
    history(300, seed=5, people=12)
    result(331, 1, 2, places=[1, 1], length=1, is_agreed=True)
    result(332, 1)
    for number in range(300, 330):
        result(number, *random.Random(number).sample(range(1, 30), 13))
    result(330, *range(1, 14), places=[1] * 13)
    ledger.rate_all_due()
    path = tmp_path / "many.jsonl.gz"
    dump(path)
    return path


# The program.


def test_the_program_comes_to_the_same_numbers(many):
    done = run(many)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"333 matches, {RatingChange.objects.count()} changes" in done.stdout
    verdicts = set(RatedResult.objects.values_list("verdict", flat=True))
    assert verdicts >= {"rated", "repeated", "annulled", "short", "nobody"}


def test_both_implementations_of_the_model_agree_to_the_last_digit():
    rng = random.Random(11)
    for _table in range(1200):
        seats = rng.randint(2, 13)
        before = [(rng.uniform(-5, 60), rng.choice([0.0, rng.uniform(0.1, 25 / 3)])) for _seat in range(seats)]
        ranks = [rng.randint(1, rng.choice([2, seats])) for _seat in range(seats)]
        found = recompute_ratings.plackett_luce(before, ranks, 25 / 6, 25 / 300)
        players = {index: Rating(mu, sigma) for index, (mu, sigma) in enumerate(before)}
        seated = tuple(RatedSeat(index, rank) for index, rank in enumerate(ranks))
        after = rate(RatedMatch("m", "t", "p", START, seated, 1, 1), players)
        assert found == [(after[index].mu, after[index].sigma) for index in range(seats)]


def a_digit(lines):
    change = next(line for line in lines if line.get("changes"))["changes"][0]
    change["after"][0] = math.nextafter(change["after"][0], 100)


def a_place(lines):
    line = next(line for line in lines if line.get("verdict") == "rated")
    line["seats"][0]["place"], line["seats"][1]["place"] = line["seats"][1]["place"], line["seats"][0]["place"]


def a_rating(lines):
    lines[-1]["sigma"] = math.nextafter(lines[-1]["sigma"], 0)


def swapped(lines):
    lines[1], lines[2] = lines[2], lines[1]


def a_verdict(lines):
    next(line for line in lines if line.get("verdict") == "annulled")["counts"] = True


def a_match_less(lines):
    lines.pop(7)


def a_rating_less(lines):
    lines.pop()


def test_the_program_finds_what_was_altered(many):
    honest = many.read_bytes()
    for spoil in (a_digit, a_place, a_rating, swapped, a_verdict, a_match_less, a_rating_less):
        many.write_bytes(honest)
        lines = lines_of(many)
        spoil(lines)
        write(many, lines)
        done = run(many)
        assert done.returncode == 1, spoil
        assert "differences" in done.stdout, spoil


def test_the_program_refuses_another_file_than_the_published_one(many):
    digest = hashlib.sha256(many.read_bytes()).hexdigest()
    assert run(many, "--sha256", digest).returncode == 0
    done = run(many, "--sha256", "0" * 64)
    assert done.returncode == 2
    assert "SHA-256 should be" in done.stderr


def test_the_program_refuses_a_dump_that_another_version_has_computed(many):
    lines = lines_of(many)
    assert lines[0]["version"] == 2
    lines[0]["version"] = 1
    write(many, lines)
    done = run(many)
    assert done.returncode == 2
    assert "of version 1, and this program computes version 2" in done.stderr


@pytest.mark.parametrize(
    "content",
    [b"", b"no gzip", gzip.compress(b"{}\n", mtime=0), gzip.compress(b"[1]\n", mtime=0)],
    ids=["empty", "no gzip", "no header", "a list"],
)
def test_the_program_says_what_is_no_dump(tmp_path, content):
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(content)
    done = run(path)
    assert done.returncode == 2
    assert "cannot be read" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_program_says_that_a_file_is_damaged_wherever_a_byte_is_wrong(many):
    whole = many.read_bytes()
    rng = random.Random(3)
    for _try in range(12):
        place = rng.randrange(20, len(whole))
        many.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        done = run(many)
        assert done.returncode in (1, 2), place
        assert "Traceback" not in done.stderr, place


# The dump.


def test_two_dumps_of_the_same_results_are_the_same_bytes(many, tmp_path):
    written = dump(tmp_path / "again.jsonl.gz")
    assert (tmp_path / "again.jsonl.gz").read_bytes() == many.read_bytes()
    assert written.sha256 == hashlib.sha256(many.read_bytes()).hexdigest()
    assert written.matches == 333


def test_a_dump_ends_where_it_says_with_the_ratings_of_that_moment(tmp_path):
    for number in (1, 2, 3):
        result(number, 1, 2)
    ledger.rate_all_due()
    until = START + timedelta(hours=3)
    dump(tmp_path / "x.jsonl.gz", until)
    header, *lines = lines_of(tmp_path / "x.jsonl.gz")
    assert header["until"] == until.isoformat()
    assert header["thresholds"]["episode_hours"] == 72
    assert [line["match"] for line in lines if "match" in line] == ["m00000001", "m00000002"]
    assert [(line["player"], line["matches"], line["last"]) for line in lines if "match" not in line] == [
        (1, 2, "m00000002"),
        (2, 2, "m00000002"),
    ]
    assert run(tmp_path / "x.jsonl.gz").returncode == 0


def test_an_empty_dump_is_a_dump(tmp_path):
    assert dump(tmp_path / "x.jsonl.gz").matches == 0
    assert run(tmp_path / "x.jsonl.gz").returncode == 0


def test_a_dump_waits_for_results_that_are_still_to_be_rated(tmp_path):
    result(1, 1, 2)
    with pytest.raises(Waiting):
        dump(tmp_path / "x.jsonl.gz")
    dump(tmp_path / "x.jsonl.gz", START)  # what is later is not its business


def test_a_dump_during_which_something_was_rated_again_is_refused(tmp_path, monkeypatch):
    for number in range(3):
        result(number, 1, 2)
    ledger.rate_all_due()
    lines = dumps._lines

    def meanwhile(*arguments):
        RatedResult.objects.filter(pk="m00000001").update(counts=False, is_due=True)
        ledger.rate_all_due()
        return lines(*arguments)

    monkeypatch.setattr(dumps, "_lines", meanwhile)
    with pytest.raises(Disturbed):
        dump(tmp_path / "x.jsonl.gz")


def test_ratings_changed_during_the_last_check_of_a_dump_are_noticed(tmp_path, monkeypatch):
    result(1, 1, 2)
    ledger.rate_all_due()
    lines = dumps._lines

    def with_a_late_one(*arguments):
        yield from lines(*arguments)
        result(0, 3, 4)
        ledger.rate_all_due()

    monkeypatch.setattr(dumps, "_lines", with_a_late_one)
    with pytest.raises(Disturbed):
        dump(tmp_path / "x.jsonl.gz")


def test_a_dump_waits_until_everything_is_rated_by_a_new_version(tmp_path, monkeypatch):
    result(1, 1, 2)
    ledger.rate_all_due()
    monkeypatch.setattr("leagues.services.ratings.recompute.VERSION", 3)
    with pytest.raises(Waiting):
        dump(tmp_path / "x.jsonl.gz")


def test_a_dump_names_nobody(many):
    assert not {"name", "username"} & set(json.dumps(lines_of(many)).replace('"', " ").split())


# Publishing.


def test_the_last_month_is_published_once(today, storage):
    history(20)
    ledger.rate_all_due()
    tasks.publish_dumps()
    tasks.publish_dumps()
    row = RatingDump.objects.get()
    assert row.month == date(2026, 11, 1)
    assert [path.name for path in storage.iterdir()] == [row.name]
    content = (storage / row.name).read_bytes()
    assert (hashlib.sha256(content).hexdigest(), len(content)) == (row.sha256, row.size)


def test_in_january_december_is_published(today):
    today(datetime(2027, 1, 1, 0, 0, 1, tzinfo=UTC))
    assert dumps.publish_last_month().month == date(2026, 12, 1)


def test_a_dump_that_was_missed_is_made_up_for(today):
    today(datetime(2026, 12, 30, tzinfo=UTC))  # the site was down since the month began
    tasks.publish_dumps()
    assert RatingDump.objects.get().month == date(2026, 11, 1)


def test_while_results_are_to_be_rated_the_task_waits(today):
    result(1, 1, 2)
    tasks.publish_dumps()
    assert not RatingDump.objects.exists()
    ledger.rate_all_due()
    tasks.publish_dumps()
    assert RatingDump.objects.exists()


def test_two_workers_at_once_publish_one_dump(today, storage):
    history(20)
    ledger.rate_all_due()
    found = at_once(*[dumps.publish_last_month] * 3)
    assert {row.name for row in found} == {RatingDump.objects.get().name} == {path.name for path in storage.iterdir()}


def test_a_worker_that_dies_before_the_row_leaves_a_file_that_nobody_names(today, storage, monkeypatch):
    history(20)
    ledger.rate_all_due()

    def die(*_arguments, **_more):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RatingDump, "save", die)
        with pytest.raises(KeyboardInterrupt):
            dumps.publish_last_month()
    assert not RatingDump.objects.exists()
    left = next(storage.iterdir())
    left.write_bytes(b"a part of it")
    row = dumps.publish_last_month()
    assert hashlib.sha256((storage / row.name).read_bytes()).hexdigest() == row.sha256


def test_a_file_that_is_lost_is_made_again(today, storage):
    history(20)
    ledger.rate_all_due()
    row = dumps.publish_last_month()
    (storage / row.name).unlink()
    again = dumps.publish_last_month()
    assert again.sha256 == row.sha256 == hashlib.sha256((storage / again.name).read_bytes()).hexdigest()
    assert RatingDump.objects.get() == again


def test_later_corrections_leave_the_published_file_alone(today, storage):
    result(1, 1, 2)
    ledger.rate_all_due()
    row = dumps.publish(date(2026, 1, 1))
    before = (storage / row.name).read_bytes()
    RatedResult.objects.update(counts=False, is_due=True)
    ledger.rate_all_due()
    dumps.publish(date(2026, 1, 1))
    later = dumps.publish(date(2026, 2, 1))
    assert (storage / row.name).read_bytes() == before != (storage / later.name).read_bytes()


def test_a_month_that_is_not_over_is_refused(today):
    with pytest.raises(ValueError, match="2026-12 is not over"):
        dumps.publish(date(2026, 12, 1))


def test_deleting_an_account_changes_no_dump(tmp_path):
    anna, bruno = person("anna"), person("bruno")
    result(1, anna.pk, bruno.pk)
    ledger.rate_all_due()
    first = dump(tmp_path / "x.jsonl.gz")
    delete_account(anna)
    assert dump(tmp_path / "y.jsonl.gz") == first


# The command.


def test_the_command_writes_a_dump_of_everything_up_to_now(tmp_path, capsys):
    history(20)
    ledger.rate_all_due()
    path = tmp_path / "now.jsonl.gz"
    call_command("dump_ratings", output=path)
    assert capsys.readouterr().out.split()[0] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert sorted(tmp_path.glob("now*")) == [path]
    assert run(path).returncode == 0


def test_the_command_publishes_a_month(today, capsys):
    history(20)
    ledger.rate_all_due()
    call_command("dump_ratings", month="2026-01")
    assert RatingDump.objects.get().name in capsys.readouterr().out
    call_command("dump_ratings")
    assert RatingDump.objects.count() == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"month": "2026-13"}, "is no month"),
        ({"month": "soon"}, "is no month"),
        ({"month": "2026-12"}, "not over"),
        ({"month": "2026-01", "output": Path("x")}, "either"),
        ({"output": Path("/no/such/folder/x")}, "No such file"),
    ],
)
def test_the_command_says_what_is_wrong(today, arguments, said):
    with pytest.raises(CommandError, match=said):
        call_command("dump_ratings", **arguments)


def test_the_command_says_that_results_are_to_be_rated(today):
    result(1, 1, 2)
    with pytest.raises(CommandError, match="still being rated"):
        call_command("dump_ratings")


# The pages.


def test_everybody_downloads_a_dump_and_the_program(today):
    history(20)
    ledger.rate_all_due()
    row = dumps.publish_last_month()
    page = Client().get("/ratings/dumps/").content.decode()
    assert row.sha256 in page
    response = Client().get(f"/ratings/dumps/{row.name}")
    assert hashlib.sha256(response.content).hexdigest() == row.sha256
    assert "immutable" in response.headers["Cache-Control"]
    assert response.headers["Content-Type"] == "application/gzip"
    assert Client().get("/ratings/dumps/recompute.py").content.decode() == SCRIPT.read_text()


@pytest.mark.parametrize("name", ["nothing.jsonl.gz", "..%2Fdb.sqlite3", "masques-ratings-2026-11-0.jsonl.gz"])
def test_a_file_that_is_no_dump_is_not_found(today, storage, name):
    storage.mkdir()
    (storage / "nothing.jsonl.gz").write_bytes(b"left over")
    assert Client().get(f"/ratings/dumps/{name}").status_code == 404


def test_before_the_first_month_is_over_the_page_says_when():
    assert "at the end of this month" in Client().get("/ratings/dumps/").content.decode()
