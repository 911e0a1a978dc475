"""Makes the compiled build, and removes it.

Modules are compiled in a temporary folder, from a copy of the sources; only a complete build replaces the old one.
Running processes keep the modules that they have loaded.
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

from games.fast.loader import BASE, MANIFEST, Manifest, digest_of
from games.fast.modules import FOLDERS, SWITCH_MODULE, compiled_sources, module_name

TOOLS = ("mypy", "librt", "setuptools")
LOCK_FILE = "requirements-fast.txt"

# Runs in the temporary folder, without the project's configuration; `--strict` is the project's own mypy setting. The
# option for the C compiler lets a function of the build call another one directly, or contain it, although the build is
# a shared library: worth a tenth where small functions abound.
SCRIPT = """
import sys
from mypyc.build import mypycify
from setuptools import setup
extensions = mypycify(["--config-file=", "--strict", "--no-incremental", *sys.argv[2:]], opt_level=sys.argv[1])
for extension in extensions:
    extension.extra_compile_args.append("-fno-semantic-interposition")
print("TRANSLATED", flush=True)
setup(
    name="fast",
    ext_modules=extensions,
    script_args=["--quiet", "build_ext", "--build-lib", "lib", "--build-temp", "objects"],
)
"""
TRANSLATED = "TRANSLATED"

Progress = Callable[[str, float], None]
"""Called about once a second with the current step and the seconds it has taken so far."""


class BuildError(Exception):
    """The build failed; the message is a sentence or the compiler's output."""


def check_tools() -> None:
    """Raise `BuildError` if anything that the build needs is missing."""
    missing = [name for name in TOOLS if not installed(name)]
    if missing:
        raise BuildError(
            f"The compiled build needs {', '.join(missing)}: run "
            f"'{sys.executable} -m pip install --no-deps --require-hashes -r {LOCK_FILE}', then this again."
        )
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        raise BuildError(
            f"The compiled build needs a C compiler, and there is no '{compiler}' here: run 'apt-get install gcc' "
            "(on macOS 'xcode-select --install'), then this again. The site runs without."
        )
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        raise BuildError(
            "The compiled build needs the header files of Python: run 'apt-get install python3-dev', then this again. "
            "The site runs without."
        )


def installed(name: str) -> bool:
    """Return whether the package `name` is installed."""
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def build(progress: Progress, folder: Path, opt_level: str = "3") -> Manifest:
    """Compile all modules into `folder`, replacing the build that it holds; raises `BuildError`. The C compiler gets
    `opt_level` as its option ``-O``."""
    check_tools()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fast-", dir=folder.parent) as temporary:
        work = Path(temporary)
        copy_sources(work)
        modules = compiled_sources(work)
        digests = {name: digest_of(work / name) for name in [*modules, SWITCH_MODULE]}
        run_compiler(work, [opt_level, *modules], progress)
        files = {name: path.relative_to(work / "lib").as_posix() for name, path in compiled_files(work / "lib")}
        absent = sorted({module_name(name) for name in modules} - files.keys())
        if absent:
            raise BuildError(f"The compiler left out {', '.join(absent)}.")
        manifest = Manifest(EXTENSION_SUFFIXES[0], importlib.metadata.version("librt"), digests, files)
        (work / "lib" / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1, sort_keys=True))
        clean(folder)
        (work / "lib").replace(folder)
    return manifest


def copy_sources(work: Path) -> None:
    """Copy the sources into the folder `work`, without the rest of the site."""
    for name in FOLDERS:
        shutil.copytree(BASE / name, work / name, ignore=lambda _folder, names: [n for n in names if not is_source(n)])
    (work / "games" / "__init__.py").write_text("")


def is_source(name: str) -> bool:
    """Return whether a file or folder can contain sources to compile."""
    return name.endswith(".py") or ("." not in name and name not in ("templates", "static", "locale", "__pycache__"))


def compiled_files(lib: Path) -> list[tuple[str, Path]]:
    """Return the names and files of the compiled modules."""
    suffix = EXTENSION_SUFFIXES[0]
    found = sorted(lib.rglob(f"*{suffix}"))
    return [(".".join(path.relative_to(lib).parts).removesuffix(suffix), path) for path in found]


def run_compiler(work: Path, arguments: list[str], progress: Progress) -> None:
    """Run mypyc and the C compiler in the folder `work`; `SCRIPT` gets the arguments. Raises `BuildError`."""
    command = [sys.executable, "-c", SCRIPT, *arguments]
    with (work / "output").open("w+") as output:
        process = subprocess.Popen(command, cwd=work, stdout=output, stderr=subprocess.STDOUT)
        try:
            wait_for(process, output, progress)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode:
            raise BuildError(f"The compiled build has failed:\n{(work / 'output').read_text()[-4000:]}")


def wait_for(process: subprocess.Popen[bytes], output: IO[str], progress: Progress) -> None:
    """Wait until `process` ends, and report its progress."""
    step, since = "Translating to C", time.monotonic()
    while process.poll() is None:
        progress(step, time.monotonic() - since)
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            output.seek(0)
            if step != "Compiling" and TRANSLATED in output.read():
                step, since = "Compiling", time.monotonic()


def clean(folder: Path) -> bool:
    """Remove the build in `folder`; return False if there is none."""
    if not folder.exists():
        return False
    # Renamed first, which is atomic, so that no process loads a partly deleted build.
    trash = Path(tempfile.mkdtemp(prefix="fast-gone-", dir=folder.parent))
    folder.replace(trash / "build")
    shutil.rmtree(trash)
    return True
