"""The memory engine: usable from a shell, a test or a bot without any web."""
