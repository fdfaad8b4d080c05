"""What people type before they are signed in."""

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from memoryweb.accounts.models import User

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"


class LoginForm(forms.Form):
    username = forms.CharField(max_length=150)
    password = forms.CharField(max_length=1024, strip=False, widget=forms.PasswordInput)


class SetupForm(forms.Form):
    """The first admin. `has_sample`: load the sample chat right away."""

    username = forms.RegexField(
        r"^[\w.@+-]+$",
        max_length=150,
        error_messages={"invalid": _("Letters, digits and @ . + - _ only.")},
    )
    password = forms.CharField(max_length=1024, strip=False, widget=forms.PasswordInput)
    password_again = forms.CharField(max_length=1024, strip=False, widget=forms.PasswordInput)
    language = forms.ChoiceField(choices=settings.LANGUAGES)
    has_sample = forms.BooleanField(required=False)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        password, again = cleaned.get("password"), cleaned.get("password_again")
        if password and again and password != again:
            self.add_error("password_again", _("The two passwords differ."))
        if password:
            try:
                validate_password(password, User(username=cleaned.get("username") or ""))
            except forms.ValidationError as weak:
                self.add_error("password", weak)
        return cleaned


class LanguageForm(forms.Form):
    language = forms.ChoiceField(choices=settings.LANGUAGES)


class ThemeForm(forms.Form):
    theme = forms.ChoiceField(choices=[(theme, theme) for theme in THEMES])
