"""Proposals that wait for a person's word, or were turned down; never facts."""

from django.db import models

from memory_core.jobs.models import Job


class Candidate(models.Model):
    """`state`: held (waits), rejected (by a rule), accepted, dismissed (by a person).

    `fact_id` is the fact an acceptance made or changed.
    """

    kind = models.CharField(max_length=12)
    preset_id = models.BigIntegerField(null=True)
    stream_id = models.BigIntegerField(null=True, db_index=True)
    payload = models.JSONField()
    quote = models.TextField(blank=True)
    message_ids = models.JSONField(default=list)
    reason = models.CharField(max_length=40)
    state = models.CharField(max_length=10)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    fact_id = models.BigIntegerField(null=True)
    version = models.PositiveIntegerField(default=1)
    decided_by = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "candidates"
        indexes = [models.Index(fields=["state", "-id"], name="candidates_by_state")]
