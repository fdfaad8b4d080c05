"""The append-only ledger: what was changed, by whom, from what to what (SPEC 8)."""

from django.db import models


class Batch(models.Model):
    """The rows of one act: an extraction, a bulk form, an import, one click."""

    kind = models.CharField(max_length=30)
    actor_kind = models.CharField(max_length=10)
    actor = models.CharField(max_length=150)
    job_id = models.BigIntegerField(null=True)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "batches"


class Operation(models.Model):
    """One change of one row. `after` holds all curated fields, so *as of* = the last operation
    up to the moment. Undone = another row's `undoes` points here."""

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="operations")
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=10)
    actor = models.CharField(max_length=150)
    subject_kind = models.CharField(max_length=20)
    subject_id = models.BigIntegerField()
    verb = models.CharField(max_length=30)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    related_id = models.BigIntegerField(null=True)
    reason = models.TextField(blank=True)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="undone_by"
    )

    class Meta:
        db_table = "operations"
        indexes = [
            # ledger.store.story: one row's story, newest first.
            models.Index(fields=["subject_kind", "subject_id", "-id"], name="operations_story"),
            # ledger.store.counts_by_day: what happened this week.
            models.Index(fields=["subject_kind", "at"], name="operations_by_day"),
        ]
