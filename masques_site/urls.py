"""The URLconf of the site; each app has its own `urls`."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from masques_site import design, service_worker
from masques_site.health import healthz
from masques_site.manifest import manifest

admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # with allauth's rate limits

handler400 = "masques_site.errors.bad_request"
handler403 = "masques_site.errors.forbidden"
handler404 = "masques_site.errors.not_found"
handler429 = "masques_site.errors.too_many"  # used by allauth's rate limits
handler500 = "masques_site.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("games.urls")),  # first, for most requests go there
    path("healthz", healthz, name="healthz"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("sw.js", service_worker.script, name="service_worker"),
    path("offline/", service_worker.offline, name="offline"),
    path("design/", design.page, name="design"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("masques_site.accounts.urls")),
    path("", include("masques_site.notices.urls")),
    path("", include("companion.urls")),
    path("leagues/", include("leagues.urls")),
    path("ratings/", include("leagues.rating_urls")),
]
