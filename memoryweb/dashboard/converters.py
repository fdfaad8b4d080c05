"""Ids in addresses."""


class RowId:
    """`<id:…>`: what can be the id of a row. Django's `int` lets through any number of digits, and
    one SQLite cannot hold is an error instead of a page that does not exist."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)
