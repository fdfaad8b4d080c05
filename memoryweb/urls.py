"""Every address of the product."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("memoryweb.accounts.urls")),
    path("", include("memoryweb.dashboard.urls")),
]

handler400 = "memoryweb.dashboard.views.errors.bad_request"
handler403 = "memoryweb.dashboard.views.errors.forbidden"
handler404 = "memoryweb.dashboard.views.errors.not_found"
handler500 = "memoryweb.dashboard.views.errors.server_error"
