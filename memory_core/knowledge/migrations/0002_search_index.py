from django.db import migrations

CREATE = """
CREATE VIRTUAL TABLE knowledge_fts USING fts5(
    scope, title, words, bigrams, characters,
    content='knowledge_tokens', content_rowid='id', tokenize='porter unicode61'
)
"""


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, reverse_sql="DROP TABLE knowledge_fts")]
