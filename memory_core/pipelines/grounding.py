"""What a model may claim: only what people said, in their own words, in this batch (SPEC 3.4)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from memory_core.algorithms import secrets, similarity, suspicion, tokenize
from memory_core.algorithms.vocabulary import Kind, Slot, StreamKind
from memory_core.facts import store as facts
from memory_core.facts.store import Evidence, Fact
from memory_core.messages.store import Message
from memory_core.ports import ProposedFact, ProposedKnowledge

RejectReason = Literal[
    "blank",
    "no_such_message",
    "no_evidence_by_people",
    "quote_not_found",
    "not_in_stream",
    "secret",
    "secret_suspect",
    "suspicious",
    "over_cap",
]


@dataclass(frozen=True, slots=True)
class GroundedFact:
    """A proposal that rests on words people said. `targets` are the facts it may supersede,
    `doubtful` those it would but a person must decide, `invalid` the aliases that mean nothing."""

    proposed: ProposedFact
    kind: Kind
    slot: Slot | None
    evidence: tuple[Evidence, ...]
    targets: tuple[Fact, ...] = ()
    doubtful: tuple[Fact, ...] = ()
    invalid: tuple[str, ...] = ()

    @property
    def is_self_told(self) -> bool:
        return any(item.sender_id == self.proposed.person_id for item in self.evidence)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A proposal that becomes no memory, and why. Some wait for a person's word: of these
    `message_ids` are the cited messages that hold the quote."""

    proposed: ProposedFact | ProposedKnowledge
    reason: RejectReason
    message_ids: tuple[int, ...]

    @property
    def is_held(self) -> bool:
        return self.reason in {"over_cap", "secret_suspect", "suspicious"}


@dataclass(frozen=True, slots=True)
class GroundedKnowledge:
    proposed: ProposedKnowledge
    evidence: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """What the batch allows: its messages, who may be spoken of, the known facts by alias."""

    messages: Mapping[int, Message]
    persons: Collection[int]
    known: Mapping[str, Fact]
    stream_kind: StreamKind
    facts_per_batch: int
    supersedes_per_batch: int


@dataclass(frozen=True, slots=True)
class Grounded:
    facts: tuple[GroundedFact, ...]
    knowledge: tuple[GroundedKnowledge, ...]
    rejected: tuple[Rejected, ...]


def ground(
    claims: Sequence[ProposedFact], knowledge: Sequence[ProposedKnowledge], *, rules: Rules
) -> Grounded:
    """Sort an answer into what may be stored and what may not. Pure: nothing is written here."""
    accepted: list[GroundedFact] = []
    rejected: list[Rejected] = []
    for proposed in claims:
        reason = _fault(proposed, rules)
        if reason is None and len(accepted) >= rules.facts_per_batch:
            reason = "over_cap"
        if reason is not None:
            rejected.append(_rejected(proposed, reason, rules))
            continue
        spent = sum(len(fact.targets) for fact in accepted)
        accepted.append(_accept(proposed, rules, left=rules.supersedes_per_batch - spent))
    texts: list[GroundedKnowledge] = []
    for text in knowledge:
        quotes = _quoted(text.message_ids, text.quote, rules)
        fault: RejectReason | None = None
        if not similarity.content_key(text.content):
            fault = "blank"
        elif not quotes:
            fault = "quote_not_found"
        else:
            fault = _secret(text.title, text.content, text.quote)
            fault = fault or _suspicious(text.title, text.content)
        if fault is not None:
            rejected.append(_rejected(text, fault, rules))
        else:
            texts.append(
                GroundedKnowledge(text, tuple((message.id, text.quote) for message in quotes))
            )
    return Grounded(tuple(accepted), tuple(texts), tuple(rejected))


def _fault(proposed: ProposedFact, rules: Rules) -> RejectReason | None:
    """The first rule a proposal breaks."""
    if not similarity.content_key(proposed.content):
        return "blank"
    if proposed.person_id not in rules.persons:
        return "not_in_stream"
    cited = [rules.messages.get(message_id) for message_id in proposed.message_ids]
    if not cited or None in cited:
        return "no_such_message"
    if not any(message and _may_be_cited(message) for message in cited):
        return "no_evidence_by_people"
    if not _quoted(proposed.message_ids, proposed.quote, rules):
        return "quote_not_found"
    return _secret(proposed.content, proposed.quote) or _suspicious(proposed.content)


def _suspicious(*texts: str) -> RejectReason | None:
    """What reads as an order to the bot waits for a person, out of retrieval (SPEC 3.10)."""
    return "suspicious" if any(map(suspicion.is_instruction_like, texts)) else None


def _secret(*texts: str) -> RejectReason | None:
    """Masked before the model, and looked for again after it (SPEC 3.3): a model can join what a
    mask took apart. What may stay with its mask is stored masked."""
    found = [secret.kind for text in texts for secret in secrets.find(text)]
    policy = secrets.verdict(found)
    if policy == "drop":
        return "secret"
    return "secret_suspect" if policy == "review" else None


def _rejected(
    proposed: ProposedFact | ProposedKnowledge, reason: RejectReason, rules: Rules
) -> Rejected:
    holding = tuple(row.id for row in _quoted(proposed.message_ids, proposed.quote, rules))
    return Rejected(proposed, reason, holding or tuple(proposed.message_ids))


def _may_be_cited(message: Message) -> bool:
    """The bot's own lines and bodies that have not arrived are no evidence."""
    return message.role == "user" and message.is_ready


def _is_telling(quote: str, message: Message) -> bool:
    """A quote of one character ("我") is in every message and proves nothing, unless the whole
    message is no longer."""
    key = similarity.content_key(quote)
    return len(key) >= min(2, len(similarity.content_key(message.text)))


def _quoted(message_ids: Sequence[int], quote: str, rules: Rules) -> list[Message]:
    """The cited messages of people that really hold the quote."""
    cited = [rules.messages[key] for key in dict.fromkeys(message_ids) if key in rules.messages]
    return [
        message
        for message in cited
        if _may_be_cited(message) and _holds(message, quote) and _is_telling(quote, message)
    ]


def _holds(message: Message, quote: str) -> bool:
    """Whether the words are in it as typed, or as the model saw them: with secrets masked."""
    if not quote.strip():
        return False
    return quote in message.text or quote in secrets.mask(message.text).text


def _accept(proposed: ProposedFact, rules: Rules, *, left: int) -> GroundedFact:
    evidence = tuple(
        Evidence(message.id, proposed.quote, message.person_id, message.sent_at)
        for message in _quoted(proposed.message_ids, proposed.quote, rules)
    )
    kind = facts.as_kind(proposed.kind)
    bare = GroundedFact(proposed, kind, facts.as_slot(proposed.slot), evidence)
    targets: list[Fact] = []
    doubtful: list[Fact] = []
    invalid: list[str] = []
    for alias in dict.fromkeys(proposed.supersedes):
        target = rules.known.get(alias)
        if target is None or not _may_be_superseded(target, proposed, rules):
            invalid.append(alias)
        elif not bare.is_self_told or len(targets) >= left or not _says_it(proposed):
            doubtful.append(target)
        else:
            targets.append(target)
    slot = bare.slot
    if not bare.is_self_told and slot is None and doubtful:
        # The claim stands beside what it contradicts, where the conflict is seen (SPEC 3.9).
        slot = doubtful[0].slot
    return GroundedFact(
        proposed, kind, slot, evidence, tuple(targets), tuple(doubtful), tuple(invalid)
    )


def _says_it(proposed: ProposedFact) -> bool:
    """Whether claim and quote have a word in common. What takes a memory away must not rest on
    any line of the person a model cared to cite; without one a person decides."""
    claim, said = (tokenize.index_text(text) for text in (proposed.content, proposed.quote))
    own = set(claim.bigrams.split()) | _latin(claim.words)
    return bool(own & (set(said.bigrams.split()) | _latin(said.words)))


def _latin(words: str) -> set[str]:
    return {word for word in words.split() if word.isascii() and len(word) > 2}


def _may_be_superseded(target: Fact, proposed: ProposedFact, rules: Rules) -> bool:
    """Same person, live, not pinned, not an operator's, and not wider than the claim is heard:
    else the group would lose both (SPEC 3.4)."""
    if target.person_id != proposed.person_id or not target.is_live:
        return False
    if target.is_pinned or target.source == "user":
        return False
    if rules.stream_kind == "group":
        return target.origin != "direct"
    return target.origin == "direct"
