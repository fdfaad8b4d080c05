from memory_core.clock import now
from memory_core.episodes import store as episodes
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.people import store as people
from memory_core.pipelines import visibility
from tests.memoryweb.commands.conftest import Run


def test_without_work_it_says_so(run: Run) -> None:
    run("work", "--until-idle")
    assert run("work", "--until-idle").out == "Done: nothing was due.\n"


def test_it_makes_memories_of_the_sample_chat_until_nothing_is_due(run: Run) -> None:
    run("demo")
    said = run("work", "--until-idle")
    assert "extract" in said.out
    assert not said.err
    totals = facts.totals(at=now())
    assert sum(totals[state] for state in ("active", "frozen", "superseded")) >= 40
    assert episodes.count(kind="summary") >= 6
    assert episodes.count(kind="unsummarized") >= 1
    assert len(facts.conflict_groups()) >= 1
    assert jobs.due(at=now()) == []


def test_what_was_told_in_private_shows_in_no_group(run: Run) -> None:
    run("demo")
    run("work", "--until-idle")
    private = {row.id for row in facts.page(facts.FactFilter(origins=("direct",)), limit=500).rows}
    assert private
    groups = [stream for stream in people.streams() if stream.kind == "group"]
    assert len(groups) == 2
    for group in groups:
        scope = visibility.scope_of_stream(group.id)
        shown = {row.id for row in facts.page(facts.FactFilter(scope=scope), limit=500).rows}
        assert shown
        assert not shown & private


def test_a_second_run_finds_nothing_new(run: Run) -> None:
    run("demo")
    run("work", "--until-idle")
    before = facts.page(facts.FactFilter()).count
    run("work", "--until-idle")
    assert facts.page(facts.FactFilter()).count == before
