"""The script of the service worker, and the page that it shows when the site can’t be reached.

The worker itself is a static file (`static/js/worker.js`). `/sw.js` only hands it the facts of this version, so
browsers find out by a few hundred bytes that a new version was deployed.
"""

import hashlib
import json
import re
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.conf import conf

DIGITS = 12  # of the version; as many as the name of a static file has
# Where the worker sends a subscription that the browser has replaced: {"old_endpoint": .., "subscription": ..} as JSON.
PUSH_CHANGED = "/notices/push/changed/"
FILES = re.compile(r'(?:href|src)="([^"]+)"')


@require_safe
@cache_control(no_cache=True)
def script(_request: HttpRequest) -> HttpResponse:
    """Return the script of the service worker: the facts of this version in the reader's language, and the static file
    that uses them."""
    facts = json.dumps(facts_of(get_language() or settings.LANGUAGE_CODE, files_version()))
    body = f"const FACTS = {facts};\nimportScripts({json.dumps(static('js/worker.js'))});\n"
    return HttpResponse(body, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(_request: HttpRequest) -> HttpResponse:
    """Show that the site can’t be reached. It is drawn without the request, because the worker keeps it: nothing in it
    may belong to an account."""
    return HttpResponse(offline_page())


def offline_page() -> str:
    """Return the page that says that the site can’t be reached, in the active language."""
    return render_to_string("errors/offline.html")


def files_version() -> str:
    """Return the digest of all static files; empty if their names don’t carry digests, as in development."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


@lru_cache(maxsize=32)
def facts_of(_language: str, files: str) -> dict[str, Any]:
    """Return the facts for the worker, cached by the active language and the version of the static files.

    `version` changes with every file, and with the offline page in this language: a browser then installs the worker
    again, and fetches that page again.
    """
    page, prefix = offline_page(), settings.STATIC_URL
    digest = hashlib.sha256("\0".join([files, static("js/worker.js"), page]).encode()).hexdigest()
    return {
        "version": digest[:DIGITS],
        "name": conf.SITE_NAME,
        "files": prefix,
        "offline": reverse("offline"),
        "precache": sorted({name for name in FILES.findall(page) if name.startswith(prefix)}),
        "icon": static("icons/app-192.png"),
        "badge": static("icons/badge-96.png"),
        "changed": PUSH_CHANGED,
    }
