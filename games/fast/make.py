"""Making the compiled build, and removing it.

The work is done in a folder that is thrown away, from a copy of the sources; only a whole build takes the place of
the old one. Processes that run already keep what they have loaded.
"""

import importlib.metadata
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import IO

from games.fast.modules import FOLDERS, SWITCH, compiled_sources, module_name
from games.fast.use import BASE, MANIFEST, Manifest, digest_of

TOOLS = ("mypy", "librt", "setuptools")
LOCK_FILE = "requirements-fast.txt"

# Runs in the working folder, by no settings but these; `--strict` is what the project's own check of types asks for.
SCRIPT = """
import sys
from mypyc.build import mypycify
from setuptools import setup
extensions = mypycify(["--config-file=", "--strict", "--no-incremental", *sys.argv[2:]], opt_level=sys.argv[1])
print("TRANSLATED", flush=True)
setup(
    name="fast",
    ext_modules=extensions,
    script_args=["--quiet", "build_ext", "--build-lib", "lib", "--build-temp", "objects"],
)
"""
TRANSLATED = "TRANSLATED"

Tell = Callable[[str, float], None]
"""Hears which step is on its way, and for how many seconds; about once a second."""


class CannotBuild(Exception):
    """There is no build, and a sentence or a compiler's output that says why."""


def find_tools() -> None:
    """Raise `CannotBuild` if anything that the build needs is missing."""
    missing = [name for name in TOOLS if not installed(name)]
    if missing:
        raise CannotBuild(
            f"The compiled build needs {', '.join(missing)}: run "
            f"'{sys.executable} -m pip install --require-hashes -r {LOCK_FILE}', then this again."
        )
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        raise CannotBuild(
            f"The compiled build needs a C compiler, and there is no '{compiler}' here: run 'apt-get install gcc' "
            "(on macOS 'xcode-select --install'), then this again. The site runs without."
        )
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        raise CannotBuild(
            "The compiled build needs the header files of Python: run 'apt-get install python3-dev', then this again. "
            "The site runs without."
        )


def installed(name: str) -> bool:
    """Whether a package is there."""
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def build(tell: Tell, folder: Path) -> Manifest:
    """Compile all modules into `folder`, in place of the build that is there; raises `CannotBuild`."""
    find_tools()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fast-", dir=folder.parent) as temporary:
        work = Path(temporary)
        copy_sources(work)
        modules = compiled_sources(work)
        digests = {name: digest_of(work / name) for name in [*modules, SWITCH]}
        run(work, modules, tell)
        files = {name: path.relative_to(work / "lib").as_posix() for name, path in products(work / "lib")}
        absent = sorted({module_name(name) for name in modules} - files.keys())
        if absent:
            raise CannotBuild(f"The compiler left out {', '.join(absent)}.")
        manifest = Manifest(EXTENSION_SUFFIXES[0], importlib.metadata.version("librt"), digests, files)
        (work / "lib" / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1, sort_keys=True))
        clean(folder)
        (work / "lib").replace(folder)
    return manifest


def copy_sources(work: Path) -> None:
    """The sources as they are now, without the site around them."""
    for name in FOLDERS:
        shutil.copytree(BASE / name, work / name, ignore=lambda _folder, names: [n for n in names if not keep(n)])
    (work / "games" / "__init__.py").write_text("")


def keep(name: str) -> bool:
    """Whether a file or folder of a title's folder can matter to the compiler."""
    return name.endswith(".py") or ("." not in name and name not in ("templates", "static", "locale", "__pycache__"))


def products(lib: Path) -> list[tuple[str, Path]]:
    """The compiled modules by name; one of them holds the code of all."""
    suffix = EXTENSION_SUFFIXES[0]
    found = sorted(lib.rglob(f"*{suffix}"))
    return [(".".join(path.relative_to(lib).parts).removesuffix(suffix), path) for path in found]


def run(work: Path, modules: list[str], tell: Tell) -> None:
    """Let mypyc and the C compiler do their work in the folder `work`."""
    command = [sys.executable, "-c", SCRIPT, "3", *modules]
    with (work / "output").open("w+") as output:
        process = subprocess.Popen(command, cwd=work, stdout=output, stderr=subprocess.STDOUT)
        try:
            watch(process, output, tell)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode:
            raise CannotBuild(f"The compiled build has failed:\n{(work / 'output').read_text()[-4000:]}")


def watch(process: subprocess.Popen[bytes], output: IO[str], tell: Tell) -> None:
    """Tell how far `process` has come until it ends."""
    step, since = "Translating to C", time.monotonic()
    while process.poll() is None:
        tell(step, time.monotonic() - since)
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            output.seek(0)
            if step != "Compiling" and TRANSLATED in output.read():
                step, since = "Compiling", time.monotonic()


def clean(folder: Path) -> bool:
    """Remove the build in `folder`; False if there is none."""
    if not folder.exists():
        return False
    # Out of the way at once, so that nobody starts with half of it.
    gone = Path(tempfile.mkdtemp(prefix="fast-gone-", dir=folder.parent))
    folder.replace(gone / "build")
    shutil.rmtree(gone)
    return True
