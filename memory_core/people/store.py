"""Presets, streams, persons, identities and their dated names: all SQL of the people app."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q
from django.utils.translation import gettext as _

from memory_core.algorithms.vocabulary import StreamKind
from memory_core.errors import Invalid, Missing
from memory_core.people.models import Identity, Name
from memory_core.people.models import Person as PersonRow
from memory_core.people.models import Preset as PresetRow
from memory_core.people.models import Stream as StreamRow

IMPRESSION_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Preset:
    id: int
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Stream:
    id: int
    preset_id: int
    preset_name: str
    platform: str
    external_id: str
    kind: StreamKind
    title: str
    impression: str
    mode: str
    partner_id: int | None
    created_at: datetime

    @property
    def label(self) -> str:
        """What a page calls it: the title, else its id on the platform."""
        return self.title or f"{self.platform}:{self.external_id}"


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    is_bot: bool
    name: str


def _stream(row: StreamRow) -> Stream:
    return Stream(
        id=row.pk,
        preset_id=row.preset_id,
        preset_name=row.preset.name,
        platform=row.platform,
        external_id=row.external_id,
        kind="group" if row.kind == "group" else "direct",
        title=row.title,
        impression=row.impression,
        mode=row.mode,
        partner_id=row.partner_id,
        created_at=row.created_at,
    )


def ensure_preset(name: str, *, at: datetime) -> Preset:
    row, _created = PresetRow.objects.get_or_create(name=name, defaults={"created_at": at})
    return Preset(row.pk, row.name, row.title)


def ensure_stream(
    *, platform: str, external_id: str, preset: str, kind: StreamKind, title: str, at: datetime
) -> Stream:
    """The stream of that chat, made on its first message.

    Invalid when the line names another preset or kind than the stream has: changing those is an
    operator's act with a dry run, not a side effect of one message.
    """
    found = StreamRow.objects.select_related("preset").filter(
        platform=platform, external_id=external_id
    )
    row = found.first()
    if row is None:
        wanted = ensure_preset(preset, at=at)
        created = StreamRow.objects.create(
            preset_id=wanted.id,
            platform=platform,
            external_id=external_id,
            kind=kind,
            title=title,
            created_at=at,
        )
        return _stream(found.get(pk=created.pk))
    if row.preset.name != preset:
        raise Invalid(
            _("stream %(stream)s belongs to preset %(has)s, not %(given)s.")
            % {"stream": external_id, "has": row.preset.name, "given": preset},
            code="preset",
        )
    if row.kind != kind:
        raise Invalid(
            _("stream %(stream)s is a %(has)s stream, not %(given)s.")
            % {"stream": external_id, "has": row.kind, "given": kind},
            code="stream_kind",
        )
    return _stream(row)


def retitle(stream_id: int, *, title: str) -> None:
    """What the chat is called since its newest message."""
    StreamRow.objects.filter(id=stream_id).update(title=title)


def find_stream(*, platform: str, external_id: str) -> Stream | None:
    row = StreamRow.objects.select_related("preset").filter(
        platform=platform, external_id=external_id
    )
    found = row.first()
    return _stream(found) if found else None


def ensure_person(*, platform: str, external_id: str, is_bot: bool, at: datetime) -> int:
    """The person behind an identity, made on first sight. Returns the person's id."""
    known = Identity.objects.filter(platform=platform, external_id=external_id)
    person_id = known.values_list("person_id", flat=True).first()
    if person_id is not None:
        return person_id
    person = PersonRow.objects.create(is_bot=is_bot, created_at=at)
    Identity.objects.create(person=person, platform=platform, external_id=external_id)
    return person.pk


def see_name(*, platform: str, external_id: str, stream_id: int, name: str, at: datetime) -> None:
    """Note that this identity carried `name` in this stream at that moment."""
    identity_id = Identity.objects.values_list("id", flat=True).get(
        platform=platform, external_id=external_id
    )
    seen = Name.objects.filter(identity_id=identity_id, stream_id=stream_id, name=name)
    if seen.filter(first_seen__lte=at, last_seen__gte=at).exists():
        return
    if seen.filter(last_seen__lt=at).update(last_seen=at):
        return
    if seen.filter(first_seen__gt=at).update(first_seen=at):
        return
    Name.objects.create(
        identity_id=identity_id, stream_id=stream_id, name=name, first_seen=at, last_seen=at
    )


def set_partner(stream_id: int, *, person_id: int) -> None:
    """The human of a direct stream: the first who speaks there."""
    StreamRow.objects.filter(id=stream_id, kind="direct", partner__isnull=True).update(
        partner_id=person_id
    )


def set_impression(stream_id: int, *, text: str) -> None:
    StreamRow.objects.filter(id=stream_id).update(impression=text[:IMPRESSION_CHARACTERS])


def presets() -> list[Preset]:
    return [
        Preset(*row) for row in PresetRow.objects.order_by("id").values_list("id", "name", "title")
    ]


def find_preset(name: str) -> Preset | None:
    row = PresetRow.objects.filter(name=name).first()
    return Preset(row.pk, row.name, row.title) if row else None


def streams(*, preset_id: int | None = None) -> list[Stream]:
    wanted = StreamRow.objects.select_related("preset").order_by("id")
    if preset_id is not None:
        wanted = wanted.filter(preset_id=preset_id)
    return [_stream(row) for row in wanted]


def get_stream(stream_id: int) -> Stream:
    row = StreamRow.objects.select_related("preset").filter(id=stream_id).first()
    if row is None:
        raise Missing(_("Stream %(id)d does not exist.") % {"id": stream_id})
    return _stream(row)


def names(person_ids: Collection[int]) -> dict[int, str]:
    """The newest display name of each person; their id on the platform where none is known."""
    known = Identity.objects.filter(person__in=person_ids)
    found = dict(known.values_list("person_id", "external_id"))
    dated = Name.objects.filter(identity__person__in=person_ids).order_by("last_seen", "id")
    found.update(dated.values_list("identity__person_id", "name"))
    return found


def people(*, with_bots: bool = False) -> list[Person]:
    rows = PersonRow.objects.order_by("id")
    if not with_bots:
        rows = rows.filter(is_bot=False)
    listed = list(rows.values_list("id", "is_bot"))
    called = names([row[0] for row in listed])
    return [Person(id, is_bot, called.get(id, f"#{id}")) for id, is_bot in listed]


def find_people(text: str) -> list[int]:
    """Persons who ever carried a name with `text` in it, or have that id on a platform."""
    wanted = Q(names__name__icontains=text) | Q(external_id=text)
    found = Identity.objects.filter(wanted).order_by("person_id")
    return list(found.values_list("person_id", flat=True).distinct()[:50])


def people_of(stream_id: int) -> set[int]:
    """Who ever came up in a stream, bots left out: those an extraction there may be about."""
    seen = Identity.objects.filter(names__stream=stream_id, person__is_bot=False)
    return set(seen.values_list("person_id", flat=True))


def stream_kinds(stream_ids: Collection[int]) -> dict[int, str]:
    return dict(StreamRow.objects.filter(id__in=stream_ids).values_list("id", "kind"))


def check() -> dict[str, list[int]]:
    """Names that end before they begin; direct streams whose partner is a bot."""
    backwards = Name.objects.filter(last_seen__lt=F("first_seen"))
    with_bot = StreamRow.objects.filter(partner__is_bot=True)
    return {
        "name ends before it begins": list(backwards.values_list("id", flat=True)[:50]),
        "partner is a bot": list(with_bot.values_list("id", flat=True)[:50]),
    }


def erase_preset(preset_id: int, *, person_ids: Collection[int]) -> dict[str, int]:
    """Remove a preset, its streams, and those of these persons of whom no name is left."""
    stream_ids = StreamRow.objects.filter(preset_id=preset_id)
    gone = {"names": Name.objects.filter(stream__in=stream_ids).delete()[0]}
    gone["streams"] = stream_ids.delete()[0]
    lost = Identity.objects.filter(person__in=person_ids, names__isnull=True)
    lost_persons = list(lost.values_list("person_id", flat=True))
    gone["identities"] = lost.delete()[0]
    nameless = PersonRow.objects.filter(id__in=lost_persons, identities__isnull=True)
    gone["persons"] = nameless.delete()[0]
    gone["presets"] = PresetRow.objects.filter(id=preset_id).delete()[0]
    return gone
