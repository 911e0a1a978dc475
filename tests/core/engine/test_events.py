"""Notes of the site in a log."""

import pytest

from games.core.engine.events import Entry, EventKind, SiteNote

NOTES = [SiteNote(None, "paused by staff"), SiteNote(0, "resigned"), SiteNote(11, "resigned")]


@pytest.mark.parametrize("note", NOTES)
def test_a_note_of_the_site_is_read_as_it_was_written(note):
    assert SiteNote.parse(note.format()) == note


@pytest.mark.parametrize("text", ["", "site", "site ", "offsite 1 resigned", "round 2"])
def test_other_tokens_are_no_notes_of_the_site(text):
    assert SiteNote.parse(text) is None


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("note", NOTES)
def test_notes_of_the_site_are_public(note, viewer):
    entry = Entry(3, EventKind.SITE, note.seat, note)
    assert note.redact(viewer) is note
    assert entry.redact(viewer) is entry
