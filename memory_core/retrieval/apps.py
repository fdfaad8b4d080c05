from django.apps import AppConfig


class RetrievalConfig(AppConfig):
    name = "memory_core.retrieval"
    label = "retrieval"
    verbose_name = "Retrieval"
