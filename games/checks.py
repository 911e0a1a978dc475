"""System checks of the games app."""

from typing import Any

from django.core import checks

from games.fast import loader


@checks.register()
def compiled_build(app_configs: Any, **_options: Any) -> list[checks.CheckMessage]:
    """Warn about a compiled build that is not used because it is incompatible."""
    reason = loader.unused_build_reason()
    return [checks.Warning(f"{reason} It is not used.", hint=loader.HINT, id="games.W001")] if reason else []
