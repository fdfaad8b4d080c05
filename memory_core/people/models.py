"""Presets, streams, persons, identities, dated names (SPEC 1)."""

from django.db import models


class Preset(models.Model):
    """A bot persona; the default isolation boundary of long-term memory."""

    name = models.CharField(max_length=80, unique=True)
    title = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "presets"


class Person(models.Model):
    """One human, or the bot."""

    is_bot = models.BooleanField(default=False)
    note = models.TextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "persons"


class Stream(models.Model):
    """One chat on one platform. `partner` is the human of a direct stream."""

    preset = models.ForeignKey(Preset, on_delete=models.PROTECT, related_name="+")
    platform = models.CharField(max_length=40)
    external_id = models.CharField(max_length=200)
    kind = models.CharField(max_length=10)
    title = models.CharField(max_length=200, blank=True)
    impression = models.CharField(max_length=400, blank=True)
    mode = models.CharField(max_length=10, default="turn")
    partner = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        db_table = "streams"
        constraints = [
            models.UniqueConstraint(fields=["platform", "external_id"], name="streams_external")
        ]


class Identity(models.Model):
    """(platform, external id) of a person. Display names are dated aliases, never keys."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="identities")
    platform = models.CharField(max_length=40)
    external_id = models.CharField(max_length=200)

    class Meta:
        db_table = "identities"
        constraints = [
            models.UniqueConstraint(fields=["platform", "external_id"], name="identities_external")
        ]


class Name(models.Model):
    """What somebody was called, where and when."""

    identity = models.ForeignKey(Identity, on_delete=models.PROTECT, related_name="names")
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=120)
    first_seen = models.DateTimeField()
    last_seen = models.DateTimeField()

    class Meta:
        db_table = "names"
        constraints = [
            models.UniqueConstraint(fields=["identity", "stream", "name"], name="names_once")
        ]
