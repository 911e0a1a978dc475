"""Logging: one event per line, with a request id, without e-mail addresses, tokens or other secrets."""

import logging.config
import re
from collections.abc import MutableMapping
from typing import Any

import structlog
from django.http import HttpRequest

# A match begins where a word does, and goes on with addresses that stick to it: the time is in proportion to the text.
# If it could begin within a word, a long word without an address would be read to its end from each of its characters.
_LOCAL, _DOMAIN = r"[^\s@<>\"'=/]", r"@[^\s@<>\"'/]+\.[\w-]+"
MAIL_ADDRESS = re.compile(f"(?<!{_LOCAL}){_LOCAL}+{_DOMAIN}(?:{_LOCAL}*{_DOMAIN})*")
# Links that grant access contain a long token as one segment of the path; the id of a match is shorter.
LONG_TOKEN = re.compile(r"(?<=[/=])[\w:%~.-]{20,}")


def redact(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace e-mail addresses in all values, and tokens and query strings in the request path; return the event."""
    for key, value in event.items():
        if isinstance(value, str):
            if key == "request":
                value = LONG_TOKEN.sub("[token]", value.partition("?")[0])
            event[key] = MAIL_ADDRESS.sub("[mail]", value)
    return event


def bind_address(request: HttpRequest, **_more: object) -> None:
    """Bind the address of a request to its log lines. Behind a trusted proxy it is the visitor's own: uvicorn has put
    it there."""
    structlog.contextvars.bind_contextvars(ip=request.META.get("REMOTE_ADDR"))


class BriefAboutClients(logging.Filter):
    """A filter that logs a client's mistake in one line, which says what is wrong with the request: a traceback says no
    more."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Turn the record into a warning without a traceback; always return True."""
        status = getattr(record, "status_code", None)
        if record.name.startswith("django.security") or (record.name == "django.request" and (status or 500) < 500):
            record.exc_info = record.exc_text = record.stack_info = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


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
    """Send log lines of the standard library and of structlog to stderr, as JSON or as readable text."""
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
            "filters": {"brief": {"()": BriefAboutClients}},
            "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["brief"]}},
            "root": {"handlers": ["console"], "level": level},
            "loggers": {
                "celery.worker.strategy": {"level": "WARNING"},  # a task that ends says enough
                "celery.beat": {"level": "WARNING"},
                "uvicorn.access": {"level": "WARNING"},
                # At DEBUG it logs the whole context when a variable is missing, including a seat's hidden cards.
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
