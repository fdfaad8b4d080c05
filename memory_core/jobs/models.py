"""Jobs with leases, model calls, events, settings, meta (DATA.md). Only store.py reads these."""

from django.db import models
from django.db.models import Q


class MetaValue(models.Model):
    """Small truths of the whole database: revisions, tokenizer version, active profile."""

    key = models.CharField(max_length=80, unique=True)
    value = models.TextField()

    class Meta:
        db_table = "meta"


class Setting(models.Model):
    """What an operator set in the browser. Environment > this table > default."""

    key = models.CharField(max_length=80, unique=True)
    value = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    updated_by = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "settings"


class Job(models.Model):
    """One piece of background work. queued -> running -> succeeded | failed | skipped, or back to
    queued with a later next_try_at; queued | running -> cancelled.

    `fence` rises with every claim: a worker whose fence is old writes nothing.
    """

    kind = models.CharField(max_length=30)
    scope = models.CharField(max_length=80)
    trigger = models.CharField(max_length=20)
    state = models.CharField(max_length=10, default="queued")
    fence = models.PositiveBigIntegerField(default=0)
    owner = models.CharField(max_length=160, blank=True)
    beats = models.PositiveBigIntegerField(default=0)
    next_try_at = models.DateTimeField()
    attempts = models.PositiveIntegerField(default=0)
    step = models.CharField(max_length=80, blank=True)
    n = models.PositiveIntegerField(default=0)
    m = models.PositiveIntegerField(default=0)
    tokens = models.PositiveBigIntegerField(default=0)
    cost = models.DecimalField(max_digits=14, decimal_places=6, default=0)
    error_kind = models.CharField(max_length=40, blank=True)
    error = models.TextField(blank=True)
    result = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "jobs"
        constraints = [
            # One piece of work is open once, however often the bell rings.
            models.UniqueConstraint(
                fields=["kind", "scope"],
                condition=Q(state__in=["queued", "running"]),
                name="jobs_one_open",
            ),
        ]
        indexes = [
            # jobs.store.due: the next thing to do.
            models.Index(fields=["next_try_at"], condition=Q(state="queued"), name="jobs_due"),
            # jobs.store.recent: newest first, by state.
            models.Index(fields=["state", "-id"], name="jobs_by_state"),
            # jobs.store.last_finished_at, claim: asked every second, among a million ended ones.
            models.Index(fields=["kind", "state", "-id"], name="jobs_by_kind"),
        ]


class ModelCall(models.Model):
    """One call of a model: what it cost and how it ended."""

    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="+")
    model = models.CharField(max_length=120)
    purpose = models.CharField(max_length=30)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=14, decimal_places=6, default=0)
    latency_ms = models.PositiveIntegerField(default=0)
    outcome = models.CharField(max_length=20)
    raw_answer = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "model_calls"
        indexes = [models.Index(fields=["-at"], name="model_calls_recent")]


class Event(models.Model):
    """Something worth seeing that changed nothing. `payload` holds ids and numbers, no text."""

    kind = models.CharField(max_length=60)
    at = models.DateTimeField()
    stream_id = models.BigIntegerField(null=True)
    payload = models.JSONField(default=dict)

    class Meta:
        db_table = "events"
        indexes = [models.Index(fields=["kind", "-id"], name="events_by_kind")]


class Heartbeat(models.Model):
    """The last sign of life of one process, by name (`worker`, `beat`)."""

    name = models.CharField(max_length=80, unique=True)
    at = models.DateTimeField()
    detail = models.JSONField(default=dict)

    class Meta:
        db_table = "heartbeats"


class Price(models.Model):
    """Money for a million tokens of one model."""

    model = models.CharField(max_length=120, unique=True)
    per_million_in = models.DecimalField(max_digits=12, decimal_places=4)
    per_million_out = models.DecimalField(max_digits=12, decimal_places=4)
    currency = models.CharField(max_length=3, default="CNY")

    class Meta:
        db_table = "prices"
