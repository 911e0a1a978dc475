"""`manage.py docs`: the documentation as a site, with the interface of `games.core` from its docstrings."""

import argparse
import subprocess
import sys
from pathlib import Path

OUTPUT = "build/docs"


def command(base: Path, output: Path) -> list[str]:
    """Return the call of Sphinx; any warning, such as a link to a missing page, is an error."""
    options = ("-q", "-W", "--keep-going", "-j", "auto", "-c", str(base / "docs" / "site"))
    return [sys.executable, "-m", "sphinx", *options, "-d", f"{output}.cache", str(base), str(output)]


def main(base: Path, arguments: list[str]) -> int:
    """Build the site; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="manage.py docs", description="Build the documentation as a site of static pages, and check its links."
    )
    parser.add_argument("--output", type=Path, default=base / OUTPUT, help=f"the folder ({OUTPUT} by default)")
    output = parser.parse_args(arguments).output.resolve()
    status = subprocess.run(command(base, output), cwd=base, check=False).returncode
    if status == 0:
        print(f"Open {output / 'docs' / 'index.html'}", flush=True)
    return status
