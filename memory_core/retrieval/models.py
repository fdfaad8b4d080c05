"""Retrieval profiles, traces of real retrievals, labels, vector spaces."""

from django.db import models


class RetrievalProfile(models.Model):
    name = models.CharField(max_length=80, unique=True)
    form = models.CharField(max_length=10)
    params = models.JSONField()
    builtin = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    last_applied_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        db_table = "retrieval_profiles"


class Trace(models.Model):
    """The stored record of one real retrieval: enough to score it again, position by position."""

    turn_id = models.CharField(max_length=64, unique=True)
    stream_id = models.BigIntegerField(db_index=True)
    at = models.DateTimeField()
    last_operation_id = models.BigIntegerField()
    tokenizer = models.CharField(max_length=120)
    queries = models.JSONField()
    persons = models.JSONField()
    watermark = models.BigIntegerField(null=True)
    switches = models.JSONField()
    profile = models.CharField(max_length=80)
    params = models.JSONField()
    form = models.CharField(max_length=10)
    candidates = models.JSONField()
    prompt_ids = models.JSONField()
    query_vector = models.BinaryField(null=True)

    class Meta:
        db_table = "traces"


class Label(models.Model):
    """An operator's word on one fact of one turn: should have come, should not."""

    trace = models.ForeignKey(Trace, on_delete=models.PROTECT, related_name="+")
    fact_id = models.BigIntegerField()
    verdict = models.CharField(max_length=10)
    user = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        db_table = "labels"
        constraints = [models.UniqueConstraint(fields=["trace", "fact_id"], name="labels_once")]


class Evaluation(models.Model):
    """One evaluation run: profiles compared, and what came out."""

    job_id = models.BigIntegerField(null=True)
    profiles = models.JSONField()
    options = models.JSONField()
    result = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        db_table = "evaluations"


class SavedView(models.Model):
    """A list state somebody named: area and query string."""

    area = models.CharField(max_length=30)
    name = models.CharField(max_length=80)
    query = models.TextField()
    user = models.CharField(max_length=150)
    is_shared = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        db_table = "saved_views"
        constraints = [
            models.UniqueConstraint(fields=["area", "user", "name"], name="saved_views_once")
        ]


class VectorSpace(models.Model):
    """One model's vectors: their dimension and the calibration of their cosines.

    `state`: current, or former (kept, so that switching back recomputes nothing). `refused` are
    ids by kind whose text the model will never take.
    """

    model = models.CharField(max_length=120)
    dimension = models.PositiveIntegerField()
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    measured_on = models.PositiveIntegerField(default=0)
    refused = models.JSONField(default=dict)
    used_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=12)

    class Meta:
        db_table = "vector_spaces"
        constraints = [
            models.UniqueConstraint(fields=["model", "dimension"], name="vector_spaces_once")
        ]
