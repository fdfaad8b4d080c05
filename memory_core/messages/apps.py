from django.apps import AppConfig


class MessagesConfig(AppConfig):
    name = "memory_core.messages"
    label = "memory_messages"
    verbose_name = "Messages"
