"""Files come into the site at one address only, bounded, and never touch the disk."""

import tempfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory

from masques_site.plumbing.uploads import BoundedUploads
from tests.accounts.cast import client_of, member


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/plays/new/", "/accounts/login/", "/guest/", "/plays/files/check/"])
def test_no_other_address_takes_a_file(path):
    response = client_of(member("Anna")).post(path, {"file": SimpleUploadedFile("a.json", b"{}")})
    assert response.status_code == 413


@pytest.mark.django_db
def test_two_files_are_refused():
    sent = {"file": [SimpleUploadedFile("a.json", b"{}"), SimpleUploadedFile("b.json", b"{}")]}
    assert client_of(member("Anna")).post("/plays/files/", sent).status_code == 413


@pytest.mark.parametrize(("size", "kept"), [(0, 0), (7, 7), (10, 10), (11, 11), (90_000, 11)])
def test_a_file_is_cut_off_after_its_bound_and_stays_in_memory(settings, monkeypatch, size, kept):
    settings.UPLOADS = {"/here/": 10}
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", None)
    request = RequestFactory().post("/here/", {"file": SimpleUploadedFile("a.txt", b"x" * size)})
    request.upload_handlers = [BoundedUploads(request)]
    file = request.FILES["file"]
    assert (file.size, file.read()) == (kept, b"x" * kept)
