"""Log lines: one event a line, with a request id, without mail addresses or anything that opens a door."""

import logging.config
import re
from collections.abc import MutableMapping
from typing import Any

import structlog

MAIL_ADDRESS = re.compile(r"[^\s@<>\"'=/]+@[^\s@<>\"'/]+\.[\w-]+")
# Links that let their holder in carry a long token as one part of the path; a match's id is shorter.
LONG_TOKEN = re.compile(r"(?<=[/=])[\w:%~.-]{20,}")


def redact(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blank mail addresses everywhere, and tokens and query strings in the addresses of pages."""
    for key, value in event.items():
        if isinstance(value, str):
            value = MAIL_ADDRESS.sub("[mail]", value)
            if key == "request":
                value = LONG_TOKEN.sub("[token]", value.partition("?")[0])
            event[key] = value
    return event


SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
    structlog.processors.UnicodeDecoder(),
    redact,
]


def configure(*, json: bool, level: str) -> None:
    """Send the standard library's and structlog's lines to stderr, as JSON or as text for people."""
    renderer = structlog.processors.JSONRenderer() if json else structlog.dev.ConsoleRenderer(colors=False)
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "lines": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
                    "foreign_pre_chain": SHARED,
                }
            },
            "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
            "root": {"handlers": ["console"], "level": level},
            "loggers": {
                "celery": {"level": "WARNING"},
                "uvicorn.access": {"level": "WARNING"},
                # Of a variable that a page leaves out it would write down the whole context: the cards of a seat, too.
                "django.template": {"level": "INFO"},
            },
        }
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
