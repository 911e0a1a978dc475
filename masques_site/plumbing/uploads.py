"""The only way for files into the site: where a setting allows one, and never on the disk."""

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler


class BoundedUploads(FileUploadHandler):
    """Takes a file at the paths of `settings.UPLOADS` alone, up to as many bytes and one more, by which the view sees
    that it is too large; the rest is dropped."""

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self.most = 0
        self.content = BytesIO()

    def new_file(self, *args: Any, **options: Any) -> None:
        """Begin a file; raises `TooManyFilesSent`, which becomes a 413, where none is taken."""
        super().new_file(*args, **options)
        path = "" if self.request is None else self.request.path_info
        if path not in settings.UPLOADS:
            raise TooManyFilesSent("This address takes no files.")
        self.most = settings.UPLOADS[path] + 1
        self.content = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Keep what fits."""
        self.content.write(raw_data[: max(0, self.most - self.content.tell())])

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        """Return the file, cut off after its bound."""
        size = self.content.tell()
        self.content.seek(0)
        return InMemoryUploadedFile(
            self.content,
            self.field_name,
            self.file_name,
            self.content_type,
            size,
            self.charset,
            self.content_type_extra,
        )
