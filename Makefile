# Two commands: `make run` starts memoryweb, `make test` runs every check.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test lint soak bench clean

help:
	@printf '%s\n' \
	  'make run    set up and start (MEMORYWEB_BIND, default 127.0.0.1:8000)' \
	  'make test   set up and run every check' \
	  'make lint   the checks without the tests' \
	  'make soak   thousands of kills and hostile answers, an hour' \
	  'make bench  measure: list page, ingest, memory' \
	  'make clean  remove what make made; your data in var/ stays'

run:
	@scripts/setup.sh run
	@exec .venv/bin/python manage.py up

test:
	@scripts/setup.sh test
	@scripts/check.sh lint tests

lint:
	@scripts/setup.sh test
	@scripts/check.sh lint

soak:
	@scripts/setup.sh test
	@FAULT_ROUNDS=24 ADVERSARIAL_CASES=10000 .venv/bin/python -m pytest -W error --quiet \
	  tests/faults tests/memory_core/pipelines/test_adversarial.py

bench:
	@scripts/setup.sh run
	@exec .venv/bin/python -m tests.benchmarks

clean:
	rm -rf .venv .setup.lock tests/browser/node_modules tests/browser/shots
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './var/*' -prune -exec rm -rf {} +
