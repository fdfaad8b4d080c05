from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "memory_core.jobs"
    label = "jobs"
    verbose_name = "Jobs"
