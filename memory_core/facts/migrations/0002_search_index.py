from django.db import migrations

CREATE = """
CREATE VIRTUAL TABLE facts_fts USING fts5(
    scope, words, bigrams, characters,
    content='facts_tokens', content_rowid='id', tokenize='porter unicode61'
)
"""


class Migration(migrations.Migration):
    dependencies = [("facts", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, reverse_sql="DROP TABLE facts_fts")]
