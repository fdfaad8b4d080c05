from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "memory_core.review"
    label = "review"
    verbose_name = "Review"
