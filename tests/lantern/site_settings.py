"""The settings of a site that offers Lantern as well as its own titles."""

from masques_site.settings import *
from masques_site.settings import BASE_DIR, INSTALLED_APPS, STATICFILES_DIRS, TEMPLATES
from tests.plugins.delays import delayed

HERE = BASE_DIR / "tests" / "lantern"
INSTALLED_APPS = [*INSTALLED_APPS, "tests.lantern.apps.LanternConfig"]
TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], HERE / "templates"]} for engine in TEMPLATES]
STATICFILES_DIRS = [*STATICFILES_DIRS, HERE / "static"]
delayed(globals())
