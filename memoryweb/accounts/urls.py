from django.urls import path

from memoryweb.accounts import views

app_name = "accounts"
urlpatterns = [
    path("login/", views.sign_in, name="login"),
    path("logout/", views.sign_out, name="logout"),
    path("setup/", views.setup_closed, name="setup"),
    path("setup/<str:token>/", views.setup_link, name="setup_link"),
    path("language/", views.set_language, name="language"),
    path("theme/", views.set_theme, name="theme"),
]
