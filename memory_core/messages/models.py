"""L1: the log, its cursors, the ranges a cursor stepped past."""

from django.db import models
from django.db.models import Q

from memory_core.jobs.models import Job
from memory_core.people.models import Person, Preset, Stream


class Message(models.Model):
    """One line of chat. `episode_id` set = archived, out of the working window.

    `body_state`: ready, pending (its text has not arrived), placeholder (pending too long, a
    batch took it with its placeholder; a late body is extracted as a batch of its own).
    """

    # No index of its own: SQLite would take it for the window of unarchived messages and read
    # the whole stream (240 ms at half a million); the two below begin with it.
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+", db_index=False)
    preset = models.ForeignKey(Preset, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=10)
    external_id = models.CharField(max_length=200)
    speaker_name = models.CharField(max_length=120)
    text = models.TextField()
    body_state = models.CharField(max_length=12, default="ready")
    sent_at = models.DateTimeField()
    received_at = models.DateTimeField()
    episode_id = models.BigIntegerField(null=True, db_index=True)
    edited_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "messages"
        constraints = [
            models.UniqueConstraint(fields=["stream", "external_id"], name="messages_external")
        ]
        indexes = [
            # messages.store.after, page: a stream in order of arrival.
            models.Index(fields=["stream", "id"], name="messages_in_stream"),
            # messages.store.unarchived: the working window.
            models.Index(
                fields=["stream", "id"],
                condition=Q(episode_id__isnull=True),
                name="messages_unarchived",
            ),
        ]


class Cursor(models.Model):
    """How far one consumer (extraction) has read a stream: the id of the last message taken."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+")
    purpose = models.CharField(max_length=12)
    position = models.BigIntegerField(default=0)

    class Meta:
        db_table = "cursors"
        constraints = [models.UniqueConstraint(fields=["stream", "purpose"], name="cursors_once")]


class SkippedRange(models.Model):
    """Messages a cursor stepped past after repeated failure; listed with a retry button."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+")
    purpose = models.CharField(max_length=12)
    first_id = models.BigIntegerField()
    last_id = models.BigIntegerField()
    reason = models.TextField()
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "skipped_ranges"
