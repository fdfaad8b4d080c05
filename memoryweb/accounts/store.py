"""All reads and writes of users and throttles."""

from datetime import datetime, timedelta

from django.db.models import F, Q

from memory_core import unit
from memoryweb.accounts.models import Role, Throttle, User

MANAGERS = Q(is_active=True) & (Q(is_superuser=True) | Q(role=Role.MANAGER))


def admin_exists() -> bool:
    return User.objects.filter(MANAGERS).exists()


def username_exists(username: str) -> bool:
    return User.objects.filter(username__iexact=username).exists()


def add_admin(*, username: str, password: str, language: str, at: datetime) -> User:
    """The caller holds a unit of work and has checked that this is the first one."""
    user = User(
        username=username,
        language=language,
        role=Role.MANAGER,
        is_superuser=True,
        is_staff=True,
        date_joined=at,
    )
    user.set_password(password)
    user.save()
    return user


def set_language(user_id: int, *, language: str) -> None:
    User.objects.filter(pk=user_id).update(language=language)


def set_theme(user_id: int, *, theme: str) -> None:
    User.objects.filter(pk=user_id).update(theme=theme)


def count_try(key: str, *, window: timedelta, at: datetime) -> int:
    """One more try under `key`; returns how many there were in the running window."""
    with unit.write():
        Throttle.objects.filter(key=key, window_started_at__lte=at - window).delete()
        row, is_new = Throttle.objects.get_or_create(
            key=key, defaults={"window_started_at": at, "count": 1}
        )
        if is_new:
            return 1
        Throttle.objects.filter(pk=row.pk).update(count=F("count") + 1)
        return row.count + 1


def take_back_try(key: str) -> None:
    Throttle.objects.filter(key=key, count__gt=0).update(count=F("count") - 1)


def forget_tries(key: str) -> None:
    Throttle.objects.filter(key=key).delete()


def forget_old_tries(*, before: datetime) -> None:
    """Windows that ended for sure."""
    Throttle.objects.filter(window_started_at__lt=before).delete()
