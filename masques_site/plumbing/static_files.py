"""The storage of the site's own files for browsers: compact, under names that change with their content, compressed."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from masques_site.plumbing.compact_styles import compact, with_imports

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
BROTLI_QUALITY = 7  # 0.3 s for all files at every start; the best quality takes 6 s and saves another 1 %


class QuickCompressor(Compressor):
    """A compressor that makes a `.gz` and a `.br` of each file for which that pays."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """Return `data` compressed with Brotli."""
        packed: bytes = brotli.compress(data, quality=BROTLI_QUALITY)
        return packed


class StaticFiles(CompressedManifestStaticFilesStorage):
    """The storage that `settings.STORAGES` names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.addresses: dict[str, str] = {}

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the address of a file. It is kept: a page asks for twenty to forty, and their names change with a
        start only."""
        if force or name is None or settings.DEBUG:
            return str(super().url(name, force))
        if name not in self.addresses:
            self.addresses[name] = str(super().url(name))
        return self.addresses[name]

    def create_compressor(self, **options: object) -> Compressor:
        """Return the compressor of the collected files."""
        return QuickCompressor(**options)

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Hash and compress the files in `paths`; for style sheets what was stored, where Django reads the source."""
        stored = {name: (self, name) if name.endswith(".css") else found for name, found in paths.items()}
        yield from super().post_process(stored, dry_run, **options)

    def get_modified_time(self, name: str) -> datetime:
        """Return when a stored file was written; long ago for a style sheet, whose imports may have changed since."""
        return LONG_AGO if name.endswith(".css") else super().get_modified_time(name)

    def save(self, name: str, content: Any, max_length: int | None = None) -> str:
        """Store a file; a style sheet whole and without its layout."""
        if name.endswith(".css"):
            folder = PurePosixPath(name).parent
            source = with_imports(content.read().decode(), lambda other: found_text(str(folder / other)))
            content = ContentFile(compact(source).encode())
        saved: str = super().save(name, content, max_length)
        return saved


def found_text(name: str) -> str:
    """Return the text of a static file of the project or of an app; raises FileNotFoundError."""
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")
