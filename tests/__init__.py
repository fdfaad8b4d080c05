"""The tests. Their paths mirror the source."""
