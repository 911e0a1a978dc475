"""The documentation as a site: `manage.py docs` (Sphinx with MyST reads the Markdown pages where they are)."""

import sys
from pathlib import Path

BASE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(BASE))  # autodoc imports the modules whose docstrings it shows

project = "Masques"
author = "the authors of Masques"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
root_doc = "docs/index"
include_patterns = [
    "docs/*.md",
    "docs/**/*.md",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "games/**/README.md",
    "leagues/**/README.md",
    "masques_site/**/README.md",
    "tests/**/README.md",
    "bench/**/README.md",
]
exclude_patterns = [".venv", "build", "data", "**/node_modules"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header", "toc.not_included"]
default_role = "code"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": False, "show-inheritance": True}
autodoc_typehints = "signature"
add_module_names = False
html_theme = "furo"
html_title = "Masques"
html_copy_source = False
