"""Another project adds games: users of its own, no leagues, no accounts of ours."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def environment(installed: Path, data: Path, **more: str) -> dict[str, str]:
    """The environment of the project: the unpacked wheel and itself, and nothing else of this repository."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "TMPDIR")}
    own = {"DJANGO_SETTINGS_MODULE": "carnival.settings", "CARNIVAL_DATA": str(data), "MASQUES_FAST": "off"}
    return kept | own | {"PYTHONPATH": f"{installed}:{HERE}"} | more


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "name"),
    [("carnival.policy.CarnivalPolicy", "Anna of the carnival"), ("games.policy.Policy", "anna")],
    ids=["its own policy", "a policy that does nothing"],
)
def test_its_pages_answer_and_a_match_is_played_by_links_and_forms(installed, tmp_path, policy, name) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "carnival.play", "maskera"],
        cwd=tmp_path,
        env=environment(installed, tmp_path, CARNIVAL_POLICY=policy),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
    facts = json.loads(done.stdout.splitlines()[-1])
    assert name in facts.pop("name")
    assert facts == {"status": "finished", "others": [], "italian": True}
