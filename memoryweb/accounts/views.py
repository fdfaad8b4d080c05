"""Sign-in, sign-out, set-up by the one-time link, language and theme."""

from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from memory_core import clock, samples
from memory_core.errors import Problem
from memoryweb.accounts import setup, store, throttle
from memoryweb.accounts.forms import (
    THEME_COOKIE,
    LanguageForm,
    LoginForm,
    SetupForm,
    ThemeForm,
)
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.models import User
from memoryweb.accounts.permissions import Need, needs, open_before_setup, open_to_all
from memoryweb.accounts.redirects import next_url

YEAR = 365 * 24 * 3600


@open_to_all
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    target = next_url(request, default=settings.LOGIN_REDIRECT_URL)
    if request.user.is_authenticated:
        return HttpResponseRedirect(target)
    form = LoginForm(request.POST or None)
    if request.method == "POST":
        user = _check_password(request, form)
        if user is not None:
            login(request, user)
            return _with_looks(HttpResponseRedirect(target), user)
    return render(
        request,
        "accounts/login.html",
        {"form": form, "next": target, "is_refused": request.method == "POST"},
        status=422 if request.method == "POST" else 200,
    )


def _check_password(request: HttpRequest, form: LoginForm) -> User | None:
    """One answer for wrong name, wrong password and too many tries: nobody learns which."""
    if not form.is_valid():
        return None
    username = form.cleaned_data["username"]
    attempt = throttle.begin(request, username=username, at=clock.now())
    if not attempt.is_allowed:
        return None
    user = authenticate(request, username=username, password=form.cleaned_data["password"])
    if not isinstance(user, User):
        return None
    throttle.succeed(attempt)
    return user


@needs(Need.VIEW)
@require_POST
def sign_out(request: AuthenticatedHttpRequest) -> HttpResponse:
    logout(request)
    return redirect("accounts:login")


@open_before_setup
def setup_closed(request: HttpRequest) -> HttpResponse:
    """Where every page leads while nobody can sign in: it says where the link is."""
    if store.admin_exists():
        return redirect("accounts:login")
    return render(request, "accounts/setup_closed.html", {"is_refused": False})


@open_before_setup
@sensitive_post_parameters("password", "password_again")
@require_http_methods(["GET", "HEAD", "POST"])
def setup_link(request: HttpRequest, token: str) -> HttpResponse:
    if store.admin_exists():
        return redirect("accounts:login")
    if not setup.is_valid(token, at=clock.now()):
        return render(request, "accounts/setup_closed.html", {"is_refused": True}, status=410)
    form = SetupForm(request.POST or None, initial={"language": get_language()})
    if request.method == "POST" and form.is_valid():
        done = _create_first_admin(request, token=token, form=form)
        if done is not None:
            return done
    status = 422 if request.method == "POST" else 200
    return render(request, "accounts/setup.html", {"form": form}, status=status)


def _create_first_admin(
    request: HttpRequest, *, token: str, form: SetupForm
) -> HttpResponse | None:
    at = clock.now()
    try:
        user = setup.redeem(
            token,
            username=form.cleaned_data["username"],
            password=form.cleaned_data["password"],
            language=form.cleaned_data["language"],
            at=at,
        )
    except Problem as problem:
        form.add_error(None, str(problem))
        return None
    login(request, user)
    if form.cleaned_data["has_sample"]:
        _load_sample(request, at=at)
    return _with_looks(redirect(settings.LOGIN_REDIRECT_URL), user)


def _load_sample(request: HttpRequest, *, at: datetime) -> None:
    """The account stands whatever becomes of the sample; why it is not there is told next."""
    try:
        samples.load(at=at)
    except Problem as problem:
        messages.error(request, str(problem))


@open_before_setup
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    form = LanguageForm(request.POST)
    if not form.is_valid():
        return HttpResponse(_("No such language."), status=422)
    language = form.cleaned_data["language"]
    if request.user.is_authenticated:
        store.set_language(request.user.pk, language=language)
    response = HttpResponseRedirect(next_url(request, default=settings.LOGIN_REDIRECT_URL))
    _keep(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


@open_before_setup
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    form = ThemeForm(request.POST)
    if not form.is_valid():
        return HttpResponse(_("No such theme."), status=422)
    theme = form.cleaned_data["theme"]
    if request.user.is_authenticated:
        store.set_theme(request.user.pk, theme=theme)
    response = HttpResponseRedirect(next_url(request, default=settings.LOGIN_REDIRECT_URL))
    _keep(response, THEME_COOKIE, theme)
    return response


def _with_looks(response: HttpResponse, user: User) -> HttpResponse:
    """The person's own language and theme, also in a browser that never saw them."""
    if user.language:
        _keep(response, settings.LANGUAGE_COOKIE_NAME, user.language)
    _keep(response, THEME_COOKIE, user.theme)
    return response


def _keep(response: HttpResponseBase, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
