"""The compiled build of the rules that tests run on: made once, and used only while it fits its sources.

It is in a separate folder, so that no run of tests touches the build that a developer uses.
"""

import fcntl
import os

from tests.project.sources import BASE

FOLDER = BASE / "build" / "tests" / "fast"


def choose_build() -> None:
    """Run this process and those it starts on the compiled build, or interpreted if no build fits.

    Call it before anything imports `games`. An environment that names a build, or ``off``, is left as it is.
    """
    if "MASQUES_FAST" in os.environ:
        return
    os.environ["MASQUES_FAST"] = "off"
    from games.fast import loader  # imports `games`, which would otherwise load the developer's build

    manifest = loader.read_manifest(FOLDER)
    if manifest is not None and not loader.incompatibility(manifest):
        os.environ["MASQUES_FAST"] = str(FOLDER)
        loader.install()


def make_build() -> bool:
    """Make the build unless it is current; return whether it had to be made. Raises `builder.BuildError`."""
    from games.fast import builder, loader
    from games.fast.modules import SWITCH_MODULE, compiled_sources

    builder.check_tools()
    FOLDER.parent.mkdir(parents=True, exist_ok=True)
    with FOLDER.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several runs may share a checkout
        manifest = loader.read_manifest(FOLDER)
        wanted = {*compiled_sources(BASE), SWITCH_MODULE}
        if manifest is not None and manifest.sources.keys() == wanted and not loader.incompatibility(manifest):
            return False
        # Costs a third less to make than the site's own build, and tests take as long with it.
        builder.build(lambda step, seconds: None, FOLDER, opt_level="1")
        return True
