"""Wake-ups for the workers. If one is lost, the sweep finds the match seconds later."""

from functools import partial

from games import after_commit


def advance(match_id: str, ply: int) -> None:
    """Ask a worker to let bots decide in `match_id`, and to notify people who are newly due. Never blocks."""
    after_commit.post("advance", partial(_send, match_id, ply), key=match_id)


def publish(match_id: str, ply: int, after: float) -> None:
    """Ask a worker to publish the bots' moves in `after` seconds, when they are due. Never blocks."""
    after_commit.post("publish", partial(_send, match_id, ply, after), key=match_id)


def _send(match_id: str, ply: int, after: float = 0.0) -> None:
    from celery import current_app  # tasks are in a higher layer: the task is referenced by its name

    current_app.send_task(
        "games.tasks.advance", args=[match_id, ply], queue="bots", countdown=after, expires=after + 60
    )
