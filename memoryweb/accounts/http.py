"""The request as views behind the sign-in see it, so that strict typing knows the user."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from memoryweb.accounts.models import User


class AuthenticatedHttpRequest(HttpRequest):
    user: User
    htmx: HtmxDetails
