"""Log entries as people read them, and matches as files: declared by a title, written and read here."""
