"""Static files travel compressed: as Brotli, as gzip, or as they are, by what the browser takes."""

import gzip
from pathlib import Path

import brotli
import pytest
from django.core.files.base import ContentFile
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from whitenoise.middleware import WhiteNoiseMiddleware

from masques_site.plumbing.static_files import StaticFiles

SHEET = b"/* Why it is so. */\n.seat {\n  color: rebeccapurple;\n}\n" * 200
SENT = b".seat{color:rebeccapurple;}" * 200


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    storage.save("some.css", ContentFile(SHEET))
    for _name, _hashed, processed in storage.post_process({"some.css": (storage, "some.css")}):
        assert processed is not None
    return tmp_path


@pytest.mark.django_db  # to close an answer is to look at the connection, if an earlier test has left one open
@pytest.mark.parametrize(
    ("takes", "sent", "unpack"),
    [
        ("br, gzip", "br", brotli.decompress),
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("gzip", "gzip", gzip.decompress),
        ("", None, bytes),
    ],
)
def test_a_browser_gets_the_smallest_form_that_it_takes(folder, takes, sent, unpack):
    (hashed,) = folder.glob("some.*.css")
    with override_settings(STATIC_ROOT=str(folder), WHITENOISE_AUTOREFRESH=False, WHITENOISE_USE_FINDERS=False):
        served = WhiteNoiseMiddleware(lambda _request: HttpResponse(status=404))
        request = HttpRequest()
        request.method, request.path_info = "GET", f"/static/{hashed.name}"
        request.META = {"HTTP_ACCEPT_ENCODING": takes} if takes else {}
        answer = served(request)
    assert answer.get("Content-Encoding") == sent
    assert unpack(b"".join(answer.streaming_content)) == SENT
    assert "Accept-Encoding" in answer["Vary"]
    answer.close()


def test_the_address_of_a_file_names_what_is_stored_and_a_missing_file_is_an_error_each_time(folder):
    storage = StaticFiles(location=str(folder), base_url="/static/")
    (hashed,) = folder.glob("some.*.css")
    assert [storage.url("some.css"), storage.url("some.css")] == [f"/static/{hashed.name}"] * 2
    for _time in range(2):
        with pytest.raises(ValueError, match="none"):
            storage.url("none.css")
    with override_settings(DEBUG=True):
        assert storage.url("some.css") == "/static/some.css", "whoever edits a file sees it at once"
