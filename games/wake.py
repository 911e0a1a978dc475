"""Wake-ups for the workers. If one is lost, the sweep finds the match seconds later."""

from functools import partial

from games.plumbing import after_commit


def advance(match_id: str, ply: int) -> None:
    """Ask a worker to let bots decide in `match_id`, and to announce who is due, or its end. Never blocks."""
    after_commit.post("advance", partial(_send, match_id, ply), key=match_id)


def publish(match_id: str, ply: int, after: float) -> None:
    """Ask a worker to publish the bots' moves in `after` seconds, when they are due. Never blocks."""
    after_commit.post("publish", partial(_send, match_id, ply, after), key=match_id)


def owed(match_id: str) -> None:
    """Ask a worker to notify people who newly owe a decision in `match_id`, together with those of other matches: users
    who decide before that are skipped. Never blocks."""
    after_commit.gather("owed", match_id, _send_owed)


def _send_owed(match_ids: list[str]) -> None:
    from celery import current_app

    current_app.send_task("games.tasks.announce_due", args=[match_ids], queue="default", expires=60)


def _send(match_id: str, ply: int, after: float = 0.0) -> None:
    from celery import current_app  # tasks are in a higher layer: the task is referenced by its name

    current_app.send_task(
        "games.tasks.advance", args=[match_id, ply], queue="bots", countdown=after, expires=after + 60
    )
