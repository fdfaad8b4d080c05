from django.apps import AppConfig


class FactsConfig(AppConfig):
    name = "memory_core.facts"
    label = "facts"
    verbose_name = "Facts"
