"""A model's quote back to the words that were really said (SPEC 3.4).

Models change the width of punctuation, the form of quotation marks and the spaces. Anything more
is another text: it is left as it is, and grounding turns it down.
"""

from collections.abc import Iterable
from typing import Final

from memory_core.pipelines.prompts.fence import is_visible

# Full-width forms (U+FF01 to U+FF5E) and what people and models exchange for one another.
_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_TWINS: Final = {
    ord(char): ord(plain)
    for plain, chars in {
        ".": "。\uff61",
        ",": "、\uff64",
        '"': "“”„‟「」『』〝〞",
        "'": "‘’\u201b",
        "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212",
        "[": "【\u3014",
        "]": "】\u3015",
        "<": "《〈",
        ">": "》〉",
        "~": "〜\u223c",
        "·": "•・",
    }.items()
    for char in chars
}
_FOLD: Final = {**_WIDTH, **_TWINS}
_FRAME: Final = "\"'"
_ENDING: Final = ".,!?;:~"


def verbatim(quote: str, texts: Iterable[str]) -> str:
    """The words of the first of `texts` that holds `quote` up to spaces and the form of its
    punctuation; `quote` itself where none does."""
    texts = list(texts)
    if any(quote in text for text in texts):
        return quote
    folded, _ = _fold(quote)
    bare = folded.strip(_FRAME)
    # A model puts the quote between marks, or ends it with a stop of its own.
    for wanted in dict.fromkeys((folded, bare, bare.rstrip(_ENDING))):
        if not wanted:
            continue
        for text in texts:
            if found := _find(wanted, text):
                return found
    return quote


def _find(folded_quote: str, text: str) -> str:
    folded, places = _fold(text)
    start = folded.find(folded_quote)
    if start < 0:
        return ""
    return text[places[start] : places[start + len(folded_quote) - 1] + 1]


def _fold(text: str) -> tuple[str, list[int]]:
    """`text` without spaces and unseen characters, punctuation in its plain form; and where each
    character of that stood. An ellipsis becomes three dots."""
    chars: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        if char.isspace() or not is_visible(char):
            continue
        plain = "..." if char == "…" else char.translate(_FOLD)
        chars.extend(plain)
        places.extend([place] * len(plain))
    return "".join(chars), places
