"""Imports the compiled build, if there is a compatible one. Loaded before all other modules: standard library only.

A build has its own folder, with a manifest of what it was made from. If a source, Python, or the runtime library of
the compiled code has changed since, the whole build is ignored with a warning, and the interpreted sources run: a
compiled module is never used in place of a different source.
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
ENVIRONMENT_VARIABLE = "MASQUES_FAST"
"""Unset, ``off``, or the folder of another build, which then must be compatible."""
MANIFEST = "manifest.json"
HINT = "Run 'manage.py build_fast' again, or 'manage.py build_fast --clean' to do without."


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of a build, and what it was made from."""

    suffix: str
    """The file suffix of extension modules, which names the Python version and the platform."""
    librt: str
    """The version of the compiled code's runtime library."""
    sources: Mapping[str, str]
    """SHA-256 of every source, by its path in the project."""
    modules: Mapping[str, str]
    """The file of every compiled module in the build's folder, by the module's name."""


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of the build in `folder`; None if there is none."""
    try:
        facts: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
        return Manifest(facts["suffix"], facts["librt"], facts["sources"], facts["modules"])
    except (OSError, ValueError, KeyError):
        return None


def incompatibility(manifest: Manifest) -> str:
    """Return a sentence that says why this process cannot use the build; "" if it is compatible."""
    import importlib.metadata  # slow to import, and most sites have no build

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
    """Return the SHA-256 of a source; "" if it does not exist."""
    try:
        return hashlib.sha256(source.read_bytes()).hexdigest()
    except OSError:
        return ""


class CompiledModules(MetaPathFinder):
    """A meta path finder for the modules of one build; it comes before the finder of their sources."""

    def __init__(self, folder: Path, modules: Mapping[str, str]) -> None:
        self.folder = folder
        self.modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.modules:
            return None
        return importlib.util.spec_from_file_location(fullname, self.folder / self.modules[fullname])


def installed_finder() -> CompiledModules | None:
    """Return the finder that this process uses for compiled modules; None if it runs interpreted."""
    return next((each for each in sys.meta_path if isinstance(each, CompiledModules)), None)


def unused_build_reason() -> str:
    """Return a sentence that says why this process does not use the existing build; "" if it does, or if there is
    none."""
    if os.environ.get(ENVIRONMENT_VARIABLE) or installed_finder() is not None:
        return ""
    manifest = read_manifest(FOLDER)
    return "" if manifest is None else incompatibility(manifest)


def install() -> None:
    """Make this process import compiled modules, if there is a compatible build and `ENVIRONMENT_VARIABLE` allows it.

    Raises `RuntimeError` if the variable names a folder without a compatible build.
    """
    override = os.environ.get(ENVIRONMENT_VARIABLE, "")
    if override == "off":
        return
    folder = Path(override) if override else FOLDER
    manifest = read_manifest(folder)
    if manifest is None:
        if override:
            raise RuntimeError(f"{ENVIRONMENT_VARIABLE} names {folder}, and there is no compiled build.")
        return
    reason = incompatibility(manifest)
    if not reason:
        sys.meta_path.insert(0, CompiledModules(folder, manifest.modules))
    elif override:
        raise RuntimeError(f"{ENVIRONMENT_VARIABLE} names {folder}. {reason}")
    else:
        warnings.warn(f"{reason} It is not used. {HINT}", RuntimeWarning, stacklevel=2)
