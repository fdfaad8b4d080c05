"""The web of memoryweb: what people and programs talk to."""

import importlib.util
import sys

# Debian 12's SQLite 3.40.1 can, very rarely, lose commits with several WAL writers (fixed in
# 3.51.3). Where the wheel exists we run on a mended SQLite; it must be in place before Django
# imports its backend. The schema stays valid on 3.40.
if importlib.util.find_spec("pysqlite3") is not None:
    import pysqlite3
    import pysqlite3.dbapi2

    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
