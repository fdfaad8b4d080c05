"""Who does the work of now: a configured model behind our prompts, else the built-in rules."""

from memory_core import providers
from memory_core.jobs import store as jobs
from memory_core.pipelines.prompts import ModelExtractor, ModelSummarizer
from memory_core.providers import Providers


def current() -> Providers:
    """Resolved at each call, so that a changed setting counts at once.

    The main model summarises, the small one assesses and extracts; without an end point the
    built-in rules do both and name themselves on every row.
    """
    rules = providers.current()
    chat, small = providers.current_chat(), providers.current_small_chat()
    return Providers(
        summarizer=ModelSummarizer(chat) if chat is not None else rules.summarizer,
        extractor=rules.extractor
        if small is None
        else ModelExtractor(small, readiness=jobs.load_options().extraction_readiness),
        embedder=providers.current_embedder(),
    )
