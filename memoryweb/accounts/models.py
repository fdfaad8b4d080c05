"""Who may come in. The only models of the web part."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """An operator, with how the pages should look for this person. Empty = the browser's wish."""

    language = models.CharField(max_length=10, blank=True)
    theme = models.CharField(max_length=5, default="auto")
    has_shortcuts = models.BooleanField(default=True)

    class Meta:
        db_table = "users"


class Throttle(models.Model):
    """Failed sign-ins in a window, by address and by account."""

    key = models.CharField(max_length=200, unique=True)
    window_started_at = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "throttles"
