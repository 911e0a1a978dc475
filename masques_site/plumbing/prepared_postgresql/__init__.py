"""A database backend: Django's own for PostgreSQL, with cursors for statements that come again and again, and with
connections that a thread keeps."""
