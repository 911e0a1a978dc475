"""Every address of the site. Each app brings its own `urls`; one that has none yet adds none."""

from importlib.util import find_spec

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from masques_site.health import healthz

admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # one log-in, one throttle

handler400 = "masques_site.errors.bad_request"
handler403 = "masques_site.errors.forbidden"
handler404 = "masques_site.errors.not_found"
handler500 = "masques_site.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
]

MODULES = ("masques_site.accounts.urls", "masques_site.notices.urls", "games.urls")
urlpatterns += [path("", include(module)) for module in MODULES if find_spec(module)]
