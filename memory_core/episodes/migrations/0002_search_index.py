from django.db import migrations

CREATE = """
CREATE VIRTUAL TABLE cues_fts USING fts5(
    scope, words, bigrams, characters,
    content='cues_tokens', content_rowid='id', tokenize='porter unicode61'
)
"""


class Migration(migrations.Migration):
    dependencies = [("episodes", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, reverse_sql="DROP TABLE cues_fts")]
