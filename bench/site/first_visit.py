"""Measures what a browser fetches on its first visit to a page: the page and all resources that it references."""

import gzip
import re
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

from bench.site.client import Client

NAMED_IN_PAGE = re.compile(r'<(?:link|script|img)\b[^>]*?\b(?:href|src)="([^"]+)"')
NAMED_IN_STYLE = re.compile(r'url\(["\']?([^"\')]+)|@import\s+["\']([^"\']+)')
NAMED_IN_SCRIPT = re.compile(r'\b(?:from|import)\s*["\']([^"\']+)')
FONT = re.compile(r"\.woff2?$")


@dataclass
class Visit:
    """The fetched paths, with the bytes of each as transferred, without headers."""

    sizes: dict[str, int] = field(default_factory=dict)

    def without_fonts(self) -> int:
        """Return the bytes of everything except fonts."""
        return sum(size for path, size in self.sizes.items() if not FONT.search(path))

    def fonts(self) -> int:
        """Return the bytes of the fonts."""
        return sum(self.sizes.values()) - self.without_fonts()


async def first_visit(client: Client, path: str) -> Visit:
    """Fetch `path` and all resources that it references, directly or indirectly, once each."""
    visit, waiting = Visit(), [path]
    while waiting:
        path = waiting.pop()
        if path in visit.sizes:
            continue
        answer = await client.get(path, **{"Accept-Encoding": "gzip"})
        visit.sizes[path] = len(answer.body)
        packed = answer.headers.get("content-encoding") == "gzip"
        body = gzip.decompress(answer.body) if packed else answer.body
        named = names_in(answer.headers.get("content-type", ""), body)
        here = (urlsplit(urljoin(path, name)) for name in named if not name.startswith(("data:", "#")))
        waiting += [there.path for there in here if not there.netloc and there.path.startswith("/static/")]
    return visit


def names_in(kind: str, body: bytes) -> list[str]:
    """Return the resources that a page, a style sheet or a script references."""
    pattern = {"text/html": NAMED_IN_PAGE, "text/css": NAMED_IN_STYLE, "text/javascript": NAMED_IN_SCRIPT}.get(
        kind.partition(";")[0]
    )
    if pattern is None:
        return []
    return ["".join(found) for found in pattern.findall(body.decode())]
