"""Who may come in. The only models of the web part."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What somebody may do; each role holds everything the one before it may."""

    VIEWER = "viewer", _("Viewer")
    CURATOR = "curator", _("Curator")
    TUNER = "tuner", _("Tuner")
    MANAGER = "manager", _("Manager")


class User(AbstractUser):
    """An operator, with how the pages should look for this person. Empty = the browser's wish."""

    role = models.CharField(max_length=10, choices=Role.choices, default=Role.VIEWER)
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
