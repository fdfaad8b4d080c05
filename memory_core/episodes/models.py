"""L2: summaries of runs of messages, found by their cues."""

from django.db import models

from memory_core.people.models import Preset, Stream


class Episode(models.Model):
    """`kind` unsummarized = a placeholder that holds the archive position of a refused batch."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+")
    preset = models.ForeignKey(Preset, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12)
    summary = models.TextField(blank=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    needs_rebuild = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    raw_answer = models.TextField(blank=True)
    dismissed_reason = models.TextField(blank=True)
    model = models.CharField(max_length=120)
    created_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        db_table = "episodes"
        indexes = [
            # episodes.store.recent: what a stream talked about last.
            models.Index(fields=["stream", "-ended_at"], name="episodes_recent"),
            models.Index(fields=["kind", "-id"], name="episodes_by_kind"),
        ]


class EpisodeCue(models.Model):
    """One way to ask for an episode; the summary itself is one more."""

    episode = models.ForeignKey(Episode, on_delete=models.PROTECT, related_name="cues")
    text = models.TextField()
    is_summary = models.BooleanField(default=False)

    class Meta:
        db_table = "episode_cues"


class CueTokens(models.Model):
    """The stored tokens the cue index is made from; id = cue id."""

    id = models.BigIntegerField(primary_key=True)
    scope = models.TextField()
    words = models.TextField()
    bigrams = models.TextField()
    characters = models.TextField()
    tokenizer = models.CharField(max_length=120)

    class Meta:
        db_table = "cues_tokens"
