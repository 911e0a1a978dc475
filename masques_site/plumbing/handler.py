"""The handler of pages, which answers each request on one of a few threads that stay.

Django's own ASGI handler gives every request a separate thread, crosses between that thread and the event loop once for
each middleware of the other kind, and so must open a database connection per request. All pages here are synchronous:
one crossing is enough, and a thread that stays keeps its connection. This is one of the fast paths
(docs/fast-paths.md): without them Django's own handler serves the same pages.
"""

import asyncio
import contextvars
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from games.plumbing import fast_paths
from games.plumbing.responses import MatchResponse
from games.plumbing.staying_threads import staying_threads
from masques_site.plumbing.anonymous_cache import AnonymousPageCache, Answer, Message, cache_key_of


def page_handler() -> ASGIHandler:
    """Return the handler of the site's pages: `PageHandler`, or Django's own if the fast paths are switched off."""
    return PageHandler() if fast_paths.enabled() else ASGIHandler()


class PageHandler(ASGIHandler):
    """The site's pages as an ASGI application. At most `settings.WEB_THREADS` requests are in work at a time; others
    wait for their turn. A visitor who leaves meanwhile does not stop the work."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = staying_threads("page")
        self.anonymous_cache = AnonymousPageCache()

    def load_middleware(self, is_async: bool = False) -> None:
        """Load all middleware as synchronous, even if it could be asynchronous."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        context = contextvars.copy_context()  # language, time zone and log context of this request alone
        key = cache_key_of(scope)
        with body:
            make = partial(self.run, context, self.answer, scope, body)
            answer: Answer = await (make() if key is None else self.anonymous_cache.answer(key, make))
        try:
            await send({**answer.start})
            await send({"type": "http.response.body", "body": answer.content})
        finally:
            if answer.finish is not None:
                await self.run(context, answer.finish)

    async def run(self, context: contextvars.Context, call: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of `call` on one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, context.run, call, *arguments)

    def answer(self, scope: Message, body: Any) -> Answer:
        """Return the whole answer to one request."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = refusal if request is None else self.get_response(request)
        start, content = start_of(response), content_of(response)
        shared_revision, finish = None, None
        if isinstance(response, MatchResponse):
            shared_revision = response.shared_revision
            finish = response.close if response.after_sending is not None else None
        if finish is None:
            response.close()  # now, rather than by a second crossing to a thread
        return Answer(start, content, shared_revision, finish)


def start_of(response: HttpResponseBase) -> Message:
    """Return the status and the headers of a response."""
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    headers += [(b"Set-Cookie", cookie.OutputString().encode("ascii")) for cookie in response.cookies.values()]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers}


def content_of(response: HttpResponseBase) -> bytes:
    """Return the body of a response. Nothing here is so large that it would have to be streamed."""
    if isinstance(response, HttpResponse):
        return response.content
    return b"".join(response)
