from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "memory_core.ledger"
    label = "ledger"
    verbose_name = "Ledger"
