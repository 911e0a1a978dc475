"""Django's SQLite backend, with writers that wait their turn.

SQLite lets one transaction write at a time, and has no queue: a writer that finds the database locked sleeps, for up to
a tenth of a second, and tries again; meanwhile others may get in first. Some wait for seconds, while the median is a
few milliseconds.
"""
