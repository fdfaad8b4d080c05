"""The association layer: pointers to memories, and undirected co-occurrence edges."""

from django.db import models
from django.db.models import Q


class MemoryNode(models.Model):
    """A pointer to a fact, an episode or a piece of knowledge."""

    ref_kind = models.CharField(max_length=10)
    ref_id = models.BigIntegerField()

    class Meta:
        db_table = "memory_nodes"
        constraints = [
            models.UniqueConstraint(fields=["ref_kind", "ref_id"], name="memory_nodes_once")
        ]


class MemoryEdge(models.Model):
    """Stored once, low < high, no self edges. Strength decays like a fact's."""

    low = models.ForeignKey(MemoryNode, on_delete=models.PROTECT, related_name="+")
    high = models.ForeignKey(MemoryNode, on_delete=models.PROTECT, related_name="+")
    strength = models.FloatField()
    strength_at = models.DateTimeField()
    active = models.BooleanField(default=True)

    class Meta:
        db_table = "memory_edges"
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="memory_edges_once"),
            models.CheckConstraint(
                condition=Q(low__lt=models.F("high")), name="memory_edges_order"
            ),
        ]
        indexes = [models.Index(fields=["high"], name="memory_edges_high")]
