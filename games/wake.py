"""Wake-ups for the workers. A lost one costs seconds: the sweep finds every match that waits for a bot."""

from functools import partial

from games import after_commit


def advance(match_id: str, ply: int) -> None:
    """Ask a worker to let bots decide in `match_id`, and to tell people who are newly due; never waits."""
    after_commit.post("advance", partial(_send, match_id, ply), about=match_id)


def publish(match_id: str, ply: int, after: float) -> None:
    """Ask a worker to come back in `after` seconds, when what bots have thought may be published; never waits."""
    after_commit.post("publish", partial(_send, match_id, ply, after), about=match_id)


def _send(match_id: str, ply: int, after: float = 0.0) -> None:
    from celery import current_app  # the worker's side is above this module: named by its task's name only

    current_app.send_task(
        "games.tasks.advance", args=[match_id, ply], queue="bots", countdown=after, expires=after + 60
    )
