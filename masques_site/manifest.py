"""The manifest with which a device puts the site on its home screen."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# As in static/games/css/tokens.css, by night: --bg and --surface.
BACKGROUND, THEME = "#0e1420", "#161e33"
PNG_SIZES = (192, 512)


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """Return name, colours, icons and shortcuts of the site as a web app manifest, in the reader’s language
    (https://www.w3.org/TR/appmanifest/)."""
    name = getattr(settings, "SITE_NAME", "Masques")
    png = [
        {"src": static(f"icons/app-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in PNG_SIZES
        for purpose in ("any", "maskable")
    ]
    facts = {
        "id": "/",
        "name": name,
        "short_name": name,
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": THEME,
        "icons": [{"src": static("icons/app.svg"), "sizes": "any", "type": "image/svg+xml"}, *png],
        "shortcuts": [{"name": gettext("Next match"), "url": reverse("games:next"), "icons": png[:1]}],
    }
    return JsonResponse(facts, content_type="application/manifest+json")
