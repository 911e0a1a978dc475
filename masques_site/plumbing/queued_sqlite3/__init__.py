"""Django's SQLite backend, with writers that wait their turn.

SQLite lets one transaction write at a time, and has no queue: who finds it taken sleeps, at last for a tenth of a
second, and tries again, while others come by and take it. Some then wait for seconds while the median is milliseconds.
"""
