from django.apps import AppConfig


class CommandsConfig(AppConfig):
    name = "memoryweb.commands"
    label = "commands"

    def ready(self) -> None:
        import memory_core.providers.checks  # noqa: F401 - registers itself
        from memory_core.algorithms import tokenize
        from memoryweb import environment

        # Every process of ours starts here: the cache has its place before anybody needs it.
        tokenize.set_cache_folder(environment.dictionary_folder())
