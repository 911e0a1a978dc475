"""Taking the compiled build, if there is one that fits. Imported before anything else: the standard library only.

A build lies in a folder of its own, with a manifest of what it was made from. If a source has changed since, or Python
or the runtime library of the compiled code has, the whole build is left alone, and the site says so and runs the
sources: a compiled module never stands for another text than the one beside it.
"""

import hashlib
import importlib.util
import json
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

BASE = Path(__file__).resolve().parents[2]
FOLDER = BASE / "build" / "fast"
SWITCH = "MASQUES_FAST"
"""In the environment: nothing, ``off``, or the folder of another build, which then must fit."""
MANIFEST = "manifest.json"
REMEDY = "Run 'manage.py build_fast' again, or 'manage.py build_fast --clean' to do without."


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a build is made of, and from what."""

    suffix: str
    """How this Python calls its compiled modules; names its version and the machine."""
    librt: str
    """The version of the compiled code's runtime library."""
    sources: Mapping[str, str]
    """SHA-256 of every source, by its path in the project."""
    modules: Mapping[str, str]
    """The file of every compiled module in the build's folder, by the module's name."""


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of the build in `folder`; None if there is no build."""
    try:
        facts: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
        return Manifest(facts["suffix"], facts["librt"], facts["sources"], facts["modules"])
    except (OSError, ValueError, KeyError):
        return None


def misfit(manifest: Manifest) -> str:
    """Why a build must not be used by this process, in a sentence; "" if it fits."""
    import importlib.metadata  # it takes a while to load, and most sites have no build

    if manifest.suffix != EXTENSION_SUFFIXES[0]:
        return "The compiled build was made for another Python."
    try:
        if importlib.metadata.version("librt") != manifest.librt:
            return "The compiled build was made with another version of librt."
    except importlib.metadata.PackageNotFoundError:
        return "The compiled build needs the package librt, which is not installed here."
    for name, digest in manifest.sources.items():
        if digest_of(BASE / name) != digest:
            return f"The compiled build is older than {name}."
    return ""


def digest_of(source: Path) -> str:
    """SHA-256 of a source; "" if it is gone."""
    try:
        return hashlib.sha256(source.read_bytes()).hexdigest()
    except OSError:
        return ""


class CompiledModules(MetaPathFinder):
    """Finds the modules of one build before their sources are looked for."""

    def __init__(self, folder: Path, modules: Mapping[str, str]) -> None:
        self.folder = folder
        self.modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.modules:
            return None
        return importlib.util.spec_from_file_location(fullname, self.folder / self.modules[fullname])


def finder() -> CompiledModules | None:
    """What this process finds compiled modules by; None when it runs the sources."""
    return next((each for each in sys.meta_path if isinstance(each, CompiledModules)), None)


def left_alone() -> str:
    """Why this process does not use the build that is there, in a sentence; "" if it does, or there is none."""
    if os.environ.get(SWITCH) or finder() is not None:
        return ""
    manifest = read_manifest(FOLDER)
    return "" if manifest is None else misfit(manifest)


def at_start() -> None:
    """Let this process import compiled modules, if there is a build that fits and nobody has said ``off``."""
    wish = os.environ.get(SWITCH, "")
    if wish == "off":
        return
    folder = Path(wish) if wish else FOLDER
    manifest = read_manifest(folder)
    if manifest is None:
        if wish:
            raise RuntimeError(f"{SWITCH} names {folder}, and there is no compiled build.")
        return
    trouble = misfit(manifest)
    if not trouble:
        sys.meta_path.insert(0, CompiledModules(folder, manifest.modules))
    elif wish:
        raise RuntimeError(f"{SWITCH} names {folder}. {trouble}")
    else:
        warnings.warn(f"{trouble} It is not used. {REMEDY}", RuntimeWarning, stacklevel=2)
