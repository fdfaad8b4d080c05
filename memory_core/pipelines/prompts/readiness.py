"""How readily to extract: the one setting of SPEC 9, in words for the two prompts."""

from typing import Final, get_args

from memory_core.algorithms.vocabulary import Readiness

READINESS: Final[tuple[Readiness, ...]] = get_args(Readiness)

WORDS: Final[dict[Readiness, str]] = {
    "sparing": """\
从严：只要明确、长期有用的事（身份、亲属、住处、职业、健康、生日、约定、坚定的好恶）。
拿不准就不要。
Be sparing: only what is stated plainly and stays useful for months. If in doubt, leave it out.""",
    "balanced": """\
适中：明确说出、几周后仍有用的事。寒暄、玩笑、假设、传闻、一次性的小事不要。
Be balanced: what is stated plainly and still useful in weeks. No small talk, jokes, suppositions,
hearsay or trifles.""",
    "eager": """\
从宽：凡是明确说出、以后可能用得上的事都要，包括近况、小的喜好和打算；玩笑和假设仍然不要。
Be eager: whatever is stated plainly and may be of use, current states and small likes too; still
no jokes or suppositions.""",
}
