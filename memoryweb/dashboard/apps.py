from django.apps import AppConfig


class DashboardConfig(AppConfig):
    name = "memoryweb.dashboard"
    label = "dashboard"
