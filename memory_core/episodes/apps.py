from django.apps import AppConfig


class EpisodesConfig(AppConfig):
    name = "memory_core.episodes"
    label = "episodes"
    verbose_name = "Episodes"
