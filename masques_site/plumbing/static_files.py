"""How the site's own files are stored for browsers: under names that change with their content, and compressed."""

import brotli  # type: ignore[import-untyped]
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

BROTLI_QUALITY = 7  # 0.3 s for all files at every start; the best quality takes six and saves another hundredth


class QuickCompressor(Compressor):
    """Makes a `.gz` and a `.br` of each file for which that pays."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """`data` as Brotli has it."""
        packed: bytes = brotli.compress(data, quality=BROTLI_QUALITY)
        return packed


class StaticFiles(CompressedManifestStaticFilesStorage):
    """The storage that `settings.STORAGES` names."""

    def create_compressor(self, **options: object) -> Compressor:
        """What compresses the collected files."""
        return QuickCompressor(**options)
