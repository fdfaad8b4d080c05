"""The built-in rules: summaries and extraction without a model and without a network.

Deterministic, Chinese and English. They know patterns, not meaning, say so on every row they make
(`model`), and refuse what they cannot do.
"""

from collections.abc import Iterator
from typing import Final

from memory_core.ports import (
    Assessment,
    Extraction,
    ExtractionRequest,
    ProposedKnowledge,
    Summary,
    SummaryRequest,
)
from memory_core.providers.builtin import definitions, digest, statements

__all__ = ["MODEL", "BuiltinRules"]

MODEL: Final = "builtin-rules"


class BuiltinRules:
    """Summarizer and Extractor of `memory_core.ports`."""

    @property
    def model(self) -> str:
        return MODEL

    def summarize(self, request: SummaryRequest) -> Summary:
        """Refused where (almost) no line has a sentence: rules cannot summarise noise."""
        return digest.summarize(request)

    def assess(self, request: ExtractionRequest) -> Assessment:
        """Worthwhile as soon as one rule fires."""
        if (fact := next(statements.facts(request), None)) is not None:
            return Assessment(
                is_worthwhile=True, reason=f"a line states something of kind {fact.kind}"
            )
        if next(_knowledge(request), None) is not None:
            return Assessment(is_worthwhile=True, reason="a line defines something")
        return Assessment(
            is_worthwhile=False,
            reason=f"none of {len(request.lines)} lines states anything lasting",
        )

    def extract(self, request: ExtractionRequest) -> Extraction:
        """Every grounded claim of the batch. Only `lines` are cited, never `context`."""
        return Extraction(tuple(statements.facts(request)), tuple(_knowledge(request)))


def _knowledge(request: ExtractionRequest) -> Iterator[ProposedKnowledge]:
    present = sorted(
        {line.speaker for line in (*request.context, *request.lines) if len(line.speaker) > 1}
    )
    return definitions.knowledge(request.lines, present=present)
