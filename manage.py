#!/usr/bin/env python3
"""The command line of memoryweb."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")
    if sys.argv[1:2] == ["up"]:
        # The supervisor lives as long as the house and needs no Django: 20 MB saved.
        from memoryweb.commands import supervisor  # noqa: PLC0415

        sys.exit(supervisor.main(sys.argv[2:]))
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
