#!/usr/bin/env python3
"""The one door: `manage.py up` runs the whole site, `manage.py test` every check, the rest are Django's commands."""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # Said here, in words that every Python 3 can read.
        sys.exit(
            "Masques needs Python 3.11 or newer, and this is Python %d.%d. Install a newer one and start with it: "
            "python3.12 manage.py up" % sys.version_info[:2]
        )
    from masques_site.bootstrap.cli import main

    sys.exit(main(sys.argv))
