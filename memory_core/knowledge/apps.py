from django.apps import AppConfig


class KnowledgeConfig(AppConfig):
    name = "memory_core.knowledge"
    label = "knowledge"
    verbose_name = "Knowledge"
