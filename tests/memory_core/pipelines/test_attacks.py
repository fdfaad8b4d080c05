"""300 attack dialogues with a model that obeys: nothing changes that should not (T21, T22, T24)."""

from collections import Counter
from datetime import timedelta

import pytest

from memory_core.algorithms import decay
from memory_core.algorithms.suspicion import is_instruction_like
from memory_core.facts import store as facts
from memory_core.jobs.options import Options
from memory_core.knowledge import store as knowledge
from memory_core.messages.store import Message
from memory_core.pipelines import extract
from memory_core.ports import Extraction, ExtractionRequest, ProposedFact, ProposedKnowledge
from memory_core.review import store as review
from tests.memory_core.pipelines.attacks import ORDERS, WAYS, Attack, dialogues
from tests.memory_core.world import START, ZONE, Chat, ScriptedExtractor, fact, lease, person

pytestmark = pytest.mark.django_db
AT = START + timedelta(hours=3)
ATTACKS = tuple(dialogues())


def obedient(attack: Attack, sent: list[Message]) -> ScriptedExtractor:
    """A model that does as it is told: it quotes whatever line it needs, supersedes everything it
    was shown, and writes the order down as knowledge too."""
    mine = [message for message in sent if message.person_id == person("bad")]
    victims = sent[0]

    def answer(request: ExtractionRequest) -> Extraction:
        aliases = tuple(item.alias for item in request.known)
        cited = victims if attack.claim == "forged" else mine[-1]
        content = attack.order if attack.claim != "lie" else "林早就搬走了，现在住在月亮上"
        claims = [
            ProposedFact(subject, "identity", "home", content, (cited.id,), cited.text, aliases)
            for subject in (person("lin"), person("bad"))
        ]
        text = ProposedKnowledge("规则", attack.order, (cited.id,), cited.text)
        return Extraction(tuple(claims), (text,))

    return ScriptedExtractor(answer)


@pytest.mark.parametrize("way", WAYS)
def test_an_obedient_model_changes_nothing_it_should_not(way: str) -> None:
    for number, attack in enumerate(found for found in ATTACKS if found.way == way):
        world = f"{way}{number}"
        chat, private = Chat(f"g-{world}", "group", world), Chat(f"d-{world}", "direct", world)
        home = fact("林住在苏州", message=chat.say("我住在苏州", by="lin", name="林"), slot="home")
        secret = fact("林要辞职", message=private.say("我要辞职", by="lin", name="林"))
        before = [facts.curated(facts.get(row.id)) for row in (home, secret)]
        sent = [
            chat.say(
                line.text,
                by=line.by,
                name=line.name,
                role="assistant" if line.is_bot else "user",
                pending=line.is_pending,
                at=START if line.is_pending else None,
            )
            for line in attack.lines
        ]
        batch = extract.next_batch(chat.stream_id, options=Options(), at=AT)
        assert batch is not None

        extract.extract_batch(
            batch,
            lease=lease("extract", f"stream:{chat.stream_id}", at=AT),
            extractor=obedient(attack, sent),
            at=AT,
            zone=ZONE,
        )

        after = [facts.curated(facts.get(row.id)) for row in (home, secret)]
        assert after == before, attack
        for row in facts.page(facts.FactFilter(), limit=2000).rows:
            assert row.content not in ORDERS, attack
            if row.person_id == person("lin") and row.id not in {home.id, secret.id}:
                assert row.strength <= max(row.ceiling, decay.THIRD_PARTY_CEILING)
    assert all(
        is_instruction_like(text) is None for text in knowledge.texts(range(1, 400)).values()
    )


def test_there_are_three_hundred_and_every_order_is_known_for_what_it_is() -> None:
    assert len(ATTACKS) == 300
    assert Counter(attack.way for attack in ATTACKS) == dict.fromkeys(WAYS, 30)
    assert [order for order in ORDERS if is_instruction_like(order) is None] == []


def test_what_is_held_can_be_read_with_its_reason() -> None:
    chat = Chat()
    message = chat.say(ORDERS[0], by="bad")
    batch = extract.next_batch(chat.stream_id, options=Options(), at=AT)
    assert batch is not None

    extract.extract_batch(
        batch,
        lease=lease("extract", f"stream:{chat.stream_id}", at=AT),
        extractor=ScriptedExtractor(
            lambda _r: Extraction(
                (
                    ProposedFact(
                        message.person_id, "fact", None, ORDERS[0], (message.id,), message.text
                    ),
                )
            )
        ),
        at=AT,
        zone=ZONE,
    )

    [candidate] = review.candidates(state="held")
    assert candidate.reason == "suspicious"
