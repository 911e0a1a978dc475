"""What `manage.py check` says about games."""

from typing import Any

from django.core import checks

from games.fast import use


@checks.register()
def compiled_build(app_configs: Any, **_wishes: Any) -> list[checks.CheckMessage]:
    """A compiled build that does not fit is not used: somebody should know."""
    trouble = use.left_alone()
    return [checks.Warning(f"{trouble} It is not used.", hint=use.REMEDY, id="games.W001")] if trouble else []
