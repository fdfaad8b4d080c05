from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "memory_core.people"
    label = "people"
    verbose_name = "People"
