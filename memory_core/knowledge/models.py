"""Objective knowledge, about nobody; never decays. Concepts and their co-occurrence."""

from django.db import models
from django.db.models import Q

from memory_core.ledger.models import Batch
from memory_core.messages.models import Message
from memory_core.people.models import Preset, Stream
from memory_core.retrieval.models import VectorSpace


class Knowledge(models.Model):
    """What was born in a private chat is invisible in groups until an operator approves it."""

    preset = models.ForeignKey(Preset, on_delete=models.PROTECT, related_name="+")
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, null=True, related_name="+")
    origin = models.CharField(max_length=8)
    title = models.CharField(max_length=200, blank=True)
    content = models.TextField()
    content_key = models.TextField()
    source = models.CharField(max_length=14)
    approved_at = models.DateTimeField(null=True)
    archived_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField()
    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="+")
    candidate_key = models.CharField(max_length=64, null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        db_table = "knowledge"
        constraints = [
            models.UniqueConstraint(fields=["batch", "candidate_key"], name="knowledge_candidate"),
            models.UniqueConstraint(
                fields=["preset", "origin", "content_key"],
                condition=Q(archived_at__isnull=True),
                name="knowledge_key",
            ),
        ]
        indexes = [models.Index(fields=["-edited_at", "-id"], name="knowledge_recent")]


class KnowledgeEvidence(models.Model):
    knowledge = models.ForeignKey(Knowledge, on_delete=models.PROTECT, related_name="evidence")
    message = models.ForeignKey(Message, on_delete=models.PROTECT, related_name="+")
    quote = models.TextField()

    class Meta:
        db_table = "knowledge_evidence"
        constraints = [
            models.UniqueConstraint(fields=["knowledge", "message"], name="knowledge_evidence_once")
        ]


class KnowledgeTokens(models.Model):
    """The stored tokens the index is made from; id = knowledge id."""

    id = models.BigIntegerField(primary_key=True)
    scope = models.TextField()
    title = models.TextField()
    words = models.TextField()
    bigrams = models.TextField()
    characters = models.TextField()
    tokenizer = models.CharField(max_length=120)

    class Meta:
        db_table = "knowledge_tokens"


class KnowledgeVector(models.Model):
    knowledge_id = models.BigIntegerField()
    space = models.ForeignKey(VectorSpace, on_delete=models.PROTECT, related_name="+")
    text_hash = models.CharField(max_length=64)
    sq8 = models.BinaryField()

    class Meta:
        db_table = "knowledge_vectors"
        constraints = [
            models.UniqueConstraint(fields=["knowledge_id", "space"], name="knowledge_vectors_once")
        ]


class KnowledgeVectorF32(models.Model):
    knowledge_id = models.BigIntegerField()
    space = models.ForeignKey(VectorSpace, on_delete=models.PROTECT, related_name="+")
    f32 = models.BinaryField()

    class Meta:
        db_table = "knowledge_vectors_f32"
        constraints = [
            models.UniqueConstraint(
                fields=["knowledge_id", "space"], name="knowledge_vectors_f32_once"
            )
        ]


class KnowledgeChange(models.Model):
    """Ids whose vectors changed, logged by triggers, for readers that hold a resident matrix."""

    knowledge_id = models.BigIntegerField()
    revision = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "knowledge_changes"


class Concept(models.Model):
    name = models.CharField(max_length=80, unique=True)

    class Meta:
        db_table = "concepts"


class KnowledgeConcept(models.Model):
    knowledge = models.ForeignKey(Knowledge, on_delete=models.PROTECT, related_name="+")
    concept = models.ForeignKey(Concept, on_delete=models.PROTECT, related_name="+")

    class Meta:
        db_table = "knowledge_concepts"
        constraints = [
            models.UniqueConstraint(fields=["knowledge", "concept"], name="knowledge_concepts_once")
        ]


class KnowledgeEdge(models.Model):
    """How many knowledge texts hold both concepts; low < high. Never merged with memory_edges."""

    low = models.ForeignKey(Concept, on_delete=models.PROTECT, related_name="+")
    high = models.ForeignKey(Concept, on_delete=models.PROTECT, related_name="+")
    count = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "knowledge_edges"
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="knowledge_edges_once"),
            models.CheckConstraint(
                condition=Q(low__lt=models.F("high")), name="knowledge_edges_order"
            ),
        ]
