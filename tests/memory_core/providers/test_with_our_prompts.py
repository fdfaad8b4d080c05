"""Our prompts, the real client and the fake end point together: what a job gets of each mode."""

import pytest

from memory_core.pipelines.prompts import ModelExtractor, ModelSummarizer
from memory_core.ports import Denied, ProviderError, Refused, TooLarge, Unavailable, Unusable
from memory_core.providers.fake_endpoint import MODES, Mode
from tests.memory_core.pipelines.prompts import talk
from tests.memory_core.providers.ends import Bench

ENDS: dict[Mode, type[ProviderError]] = {
    "refuse": Refused,
    "refuse-text": Refused,
    "content-filter": Refused,
    "policy-error": Refused,
    "empty": Unusable,
    "prose": Unusable,
    "huge": Unusable,
    "deep": Unusable,
    "html": Denied,
    "slow-drip": Unavailable,
    "hang": Unavailable,
    "reset": Unavailable,
    "redirect": Denied,
    "401": Denied,
    "402": Denied,
    "403": Denied,
    "404": Denied,
    "413": TooLarge,
    "429": Unavailable,
    "500": Unavailable,
}
READABLE = [mode for mode in MODES if mode not in ENDS]


@pytest.mark.parametrize("formats", [{"json_schema", "json_object"}, {"json_object"}, set()])
def test_facts_come_back_with_the_ids_of_their_messages(bench: Bench, formats: set[str]) -> None:
    bench.fake.formats = frozenset(formats)
    extractor = ModelExtractor(bench.chat())
    assert extractor.assess(talk.request()).is_worthwhile
    found = extractor.extract(talk.request())
    moved = next(fact for fact in found.facts if fact.slot == "home")
    assert moved.person_id == talk.NORA
    assert moved.message_ids == (70_015,)
    assert moved.supersedes == ("f1",)
    assert found.usage.tokens_in > 500
    summary = ModelSummarizer(bench.chat()).summarize(talk.summary_request())
    assert "花生" in summary.text
    assert summary.cues


@pytest.mark.parametrize(("mode", "kind"), ENDS.items())
def test_a_mode_without_an_answer_ends_in_its_exception(
    bench: Bench, mode: Mode, kind: type[ProviderError]
) -> None:
    bench.fake.mode = mode
    with pytest.raises(ProviderError) as caught:
        ModelExtractor(bench.chat(timeout="1")).extract(talk.request())
    assert type(caught.value) is kind


@pytest.mark.parametrize("mode", READABLE)
def test_a_mode_with_an_answer_gives_claims_about_the_batch_alone(bench: Bench, mode: Mode) -> None:
    bench.fake.mode = mode
    try:
        found = ModelExtractor(bench.chat()).extract(talk.request())
    except Unusable:
        # How much of a spoilt answer can be saved is the parser's matter.
        assert mode in ("wrong-types", "truncated")
        return
    ids = {line.id for line in talk.LINES}
    people = {line.person_id for line in talk.LINES}
    for fact in found.facts:
        assert set(fact.message_ids) <= ids
        assert fact.person_id in people
        assert set(fact.supersedes) <= {"f1", "f2"} | {f"f{number}" for number in range(1, 31)}
