from django.apps import AppConfig


class EdgesConfig(AppConfig):
    name = "memory_core.edges"
    label = "edges"
    verbose_name = "Edges"
