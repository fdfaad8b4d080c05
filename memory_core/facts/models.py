"""L3: statements about one person. They decay; they are frozen, superseded, archived, never
dropped (SPEC 2)."""

from django.db import models
from django.db.models import Q

from memory_core.ledger.models import Batch
from memory_core.messages.models import Message
from memory_core.people.models import Person, Preset, Stream
from memory_core.retrieval.models import VectorSpace


class Fact(models.Model):
    """`superseded_by` = another row: superseded; = its own id: archived. Content is immutable.

    `version` counts curated fields and moves only with ledger operations.
    """

    preset = models.ForeignKey(Preset, on_delete=models.PROTECT, related_name="+")
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, null=True, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    told_by = models.JSONField(default=list)
    kind = models.CharField(max_length=12)
    slot = models.CharField(max_length=20, null=True)
    content = models.TextField()
    content_key = models.TextField()
    source = models.CharField(max_length=14)
    origin = models.CharField(max_length=8)
    half_life_hours = models.FloatField()
    strength = models.FloatField()
    strength_at = models.DateTimeField()
    due_at = models.DateTimeField()
    planned_at = models.DateTimeField(null=True)
    active = models.BooleanField(default=True)
    superseded_by = models.BigIntegerField(null=True)
    corrected_at = models.DateTimeField(null=True)
    hit_count = models.PositiveIntegerField(default=0)
    last_hit_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField()
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField()
    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="+")
    candidate_key = models.CharField(max_length=64, null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        db_table = "facts"
        constraints = [
            # A batch that is run twice writes a candidate once.
            models.UniqueConstraint(fields=["batch", "candidate_key"], name="facts_candidate"),
            # The stronger rule (one key a preset and person) is kept by add_fact, whose write
            # lock makes it safe; the isolation it depends on is a setting, not a column.
            models.UniqueConstraint(
                fields=["preset", "stream", "person", "content_key", "origin"],
                condition=Q(superseded_by__isnull=True),
                name="facts_key",
            ),
        ]
        indexes = [
            # facts.store.sweep.
            models.Index(fields=["due_at"], condition=Q(active=True), name="facts_due"),
            # facts.store.conflicts, profile: one person's slots.
            models.Index(
                fields=["person", "slot"],
                condition=Q(superseded_by__isnull=True),
                name="facts_slot",
            ),
            # facts.store.find_same: the key within a person.
            models.Index(fields=["person", "content_key"], name="facts_by_key"),
            # facts.store.page: the list, newest change first.
            models.Index(fields=["-edited_at", "-id"], name="facts_recent"),
            models.Index(fields=["superseded_by"], name="facts_superseded_by"),
        ]


class FactEvidence(models.Model):
    """The message a fact rests on, and the words in it."""

    fact = models.ForeignKey(Fact, on_delete=models.PROTECT, related_name="evidence")
    message = models.ForeignKey(Message, on_delete=models.PROTECT, related_name="+")
    quote = models.TextField()

    class Meta:
        db_table = "fact_evidence"
        constraints = [
            models.UniqueConstraint(fields=["fact", "message"], name="fact_evidence_once")
        ]


class FactStrength(models.Model):
    """The append-only strength log: one row a change of strength, half-life or active."""

    fact = models.ForeignKey(Fact, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    strength = models.FloatField()
    strength_at = models.DateTimeField()
    half_life_hours = models.FloatField()
    active = models.BooleanField()
    cause = models.CharField(max_length=16)
    sender_id = models.BigIntegerField(null=True)
    ref_id = models.BigIntegerField(null=True)

    class Meta:
        db_table = "fact_strengths"
        indexes = [models.Index(fields=["fact", "id"], name="fact_strengths_log")]


class FactTokens(models.Model):
    """The stored tokens the index is made from; id = fact id."""

    id = models.BigIntegerField(primary_key=True)
    scope = models.TextField()
    words = models.TextField()
    bigrams = models.TextField()
    characters = models.TextField()
    tokenizer = models.CharField(max_length=120)

    class Meta:
        db_table = "facts_tokens"


class FactVector(models.Model):
    """SQ8 alone in a narrow table: 42 ms to load 20 k instead of 823 behind a float32 column."""

    fact_id = models.BigIntegerField()
    space = models.ForeignKey(VectorSpace, on_delete=models.PROTECT, related_name="+")
    text_hash = models.CharField(max_length=64)
    sq8 = models.BinaryField()

    class Meta:
        db_table = "fact_vectors"
        constraints = [
            models.UniqueConstraint(fields=["fact_id", "space"], name="fact_vectors_once")
        ]


class FactVectorF32(models.Model):
    fact_id = models.BigIntegerField()
    space = models.ForeignKey(VectorSpace, on_delete=models.PROTECT, related_name="+")
    f32 = models.BinaryField()

    class Meta:
        db_table = "fact_vectors_f32"
        constraints = [
            models.UniqueConstraint(fields=["fact_id", "space"], name="fact_vectors_f32_once")
        ]
