"""Small parts every page is made of. All output is escaped by format_html."""

from datetime import datetime
from functools import cache
from typing import Any

from django import template
from django.forms import BoundField, Select
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from memory_core.facts.store import Fact
from memory_core.messages.store import Message
from memoryweb.dashboard import labels, reasons
from memoryweb.dashboard.labels import Label

register = template.Library()

MINUTE, HOUR, DAY = 60, 3600, 86400
RELATIVE_DAYS = 30
TEXT_CHARACTERS = 2000
VOCABULARIES = {
    "kind": labels.KINDS,
    "slot": labels.SLOTS,
    "source": labels.SOURCES,
    "origin": labels.ORIGINS,
    "verb": labels.VERBS,
    "batch": labels.BATCHES,
    "cause": labels.CAUSES,
    "wish": labels.WISHES,
    "stream": labels.STREAM_KINDS,
    "state": labels.STATES,
    "subject": labels.SUBJECTS,
    "actor": labels.ACTORS,
    "job": labels.JOB_KINDS,
    "job_state": labels.JOB_STATES,
}


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """One picture of the sprite, for the eye only. A list shows hundreds, and the address of the
    sprite does not change while the process lives."""
    return format_html(
        '<svg class="mw-i" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name
    )


@register.simple_tag
def word(vocabulary: str, key: str | None) -> str:
    return str(labels.word(VOCABULARIES[vocabulary], key).text)


@register.simple_tag
def actor_name(kind: str, name: str) -> str:
    """Who did it: a person's name, or what a job is called."""
    return str(labels.word(labels.JOB_KINDS, name).text) if kind == "job" else name


@register.simple_tag
def icon_of(vocabulary: str, key: str | None) -> SafeString | str:
    found = labels.word(VOCABULARIES[vocabulary], key)
    return icon(found.icon) if found.icon else ""


@register.simple_tag
def css_of(vocabulary: str, key: str | None) -> str:
    return labels.word(VOCABULARIES[vocabulary], key).css


@register.simple_tag
def source_mark(vocabulary: str, key: str | None) -> SafeString:
    """Source, origin, kind of stream: grey icon and text, since they are no states."""
    found = labels.word(VOCABULARIES[vocabulary], key)
    picture = icon(found.icon) if found.icon else ""
    return format_html('<span class="mw-src">{}{}</span>', picture, found.text)


@register.simple_tag
def fact_badge(fact: Fact, *, is_in_conflict: bool = False) -> SafeString:
    return _badge(labels.of_fact(fact, is_in_conflict=is_in_conflict))


@register.simple_tag
def state_badge(state: str) -> SafeString:
    return _badge(labels.word(labels.STATES, state))


def _badge(label: Label) -> SafeString:
    return format_html(
        '<span class="mw-state {}">{}{}</span>', label.css, icon(label.icon), label.text
    )


@register.simple_tag
def retention_bar(fact: Fact, at: datetime) -> SafeString:
    """The mark of the product: a level with two notches, freeze 0.10 and revive 0.15."""
    level = fact.retention(at)
    css = labels.of_fact(fact).css
    return format_html(
        '<span class="mw-ret {}"><svg viewBox="0 0 100 6" preserveAspectRatio="none"'
        ' aria-hidden="true"><rect class="track" width="100" height="6"/>'
        '<rect class="fill" width="{}" height="6"/><path class="tick" d="M10 0v6M15 0v6"/></svg>'
        '<span><span class="visually-hidden">{} </span>{}</span></span>',
        css,
        round(level * 100),
        _("Retention"),
        f"{level:.2f}",
    )


@register.simple_tag(takes_context=True)
def when(context: Context, moment: datetime | None) -> SafeString:
    """Relative up to 30 days, then the date; the absolute time in the title."""
    if moment is None:
        return format_html("<span>{}</span>", labels.NOTHING)
    local = timezone.localtime(moment)
    now = timezone.localtime(context["at"])
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        local.isoformat(timespec="seconds"),
        local.strftime("%Y-%m-%d %H:%M:%S"),
        relative(local, now=now),
    )


def relative(moment: datetime, *, now: datetime) -> str:
    """How long ago, in words; a date for what is older than 30 days or still to come."""
    seconds = (now - moment).total_seconds()
    if seconds < -MINUTE:
        return moment.strftime("%Y-%m-%d %H:%M")
    if seconds < MINUTE:
        return _("just now")
    if seconds < HOUR:
        n = int(seconds // MINUTE)
        return ngettext("%(n)d minute ago", "%(n)d minutes ago", n) % {"n": n}
    if seconds < DAY:
        n = int(seconds // HOUR)
        return ngettext("%(n)d hour ago", "%(n)d hours ago", n) % {"n": n}
    if seconds < RELATIVE_DAYS * DAY:
        n = int(seconds // DAY)
        return ngettext("%(n)d day ago", "%(n)d days ago", n) % {"n": n}
    return moment.strftime("%m-%d" if moment.year == now.year else "%Y-%m-%d")


@register.filter
def moment(value: datetime | None) -> str:
    """An absolute time in the operator's zone."""
    return timezone.localtime(value).strftime("%Y-%m-%d %H:%M") if value else labels.NOTHING


@register.filter
def day(value: datetime) -> str:
    """A date with its weekday, as a heading."""
    local = timezone.localtime(value)
    return f"{local:%Y-%m-%d} {formats.date_format(local, 'l')}"


@register.filter
def thousands(value: int) -> str:
    return f"{value:,}"


@register.filter
def two(value: float) -> str:
    return f"{value:.2f}"


@register.simple_tag
def said(message: Message) -> SafeString | str:
    """Somebody's message; the beginning of a long one, and the way to all of it. Anybody can send
    256 KiB, and a page shows dozens."""
    left = len(message.text) - TEXT_CHARACTERS
    if left <= 0:
        return message.text
    address = reverse("messages:stream", args=[message.stream_id])
    more = ngettext("%(n)s more character", "%(n)s more characters", left) % {"n": thousands(left)}
    return format_html(
        '{} … <a class="mw-cap" href="{}?from={}&amp;whole={}#m{}">{}</a>',
        message.text[:TEXT_CHARACTERS],
        address,
        message.id,
        message.id,
        message.id,
        more,
    )


@register.filter
def lookup(mapping: dict[Any, Any], key: Any) -> Any:
    """A dictionary's value for a key that is itself a variable."""
    return mapping.get(key, "")


@register.simple_tag
def control(field: BoundField, autocomplete: str = "", *, rows: int = 0) -> SafeString:
    """An input with what a screen reader and a password manager need: describedby, invalid."""
    kind = "form-select" if isinstance(field.field.widget, Select) else "form-control"
    attributes: dict[str, Any] = {"class": f"{kind} is-invalid" if field.errors else kind}
    if field.errors:
        attributes |= {"aria-invalid": "true", "aria-describedby": f"{field.id_for_label}-error"}
    if autocomplete:
        attributes["autocomplete"] = autocomplete
    if rows:
        attributes["rows"] = rows
    return field.as_widget(attrs=attributes)


@register.simple_tag
def language_code() -> str:
    """For `lang` attributes: zh-Hans as browsers know it."""
    return "zh-Hans" if get_language() == "zh-hans" else str(get_language())


@register.filter
def clock(value: datetime) -> str:
    return timezone.localtime(value).strftime("%H:%M:%S")


@register.filter
def circled(number: int) -> str:
    """1 to 20 as a sign of one width, for marks in charts."""
    return chr(0x245F + number) if 1 <= number <= 20 else str(number)


@register.filter
def hour(value: datetime) -> str:
    return timezone.localtime(value).strftime("%H:%M")


@register.filter
def reason(text: str) -> str:
    """Why the engine did not do something, in the reader's language where it is known."""
    return reasons.say(text)
