#!/usr/bin/env bash
# Every check, in order; the first that fails ends the run.
# usage: scripts/check.sh [lint] [tests]
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
export OPENBLAS_NUM_THREADS=1

check() {
  local name="$1" start=$SECONDS
  shift
  printf '%s\n' "-- $name"
  if ! "$@"; then
    printf '%s\n' "memoryweb: $name failed: $*" >&2
    exit 1
  fi
  printf '%s\n' "   $((SECONDS - start)) s"
}

lint() {
  check "ruff format" ruff format --check --quiet .
  check "ruff check" ruff check --quiet .
  check "import layers" lint-imports --no-logo
  check "types" mypy memory_core memoryweb tests manage.py
  check "migrations" env DJANGO_SETTINGS_MODULE=tests.settings \
    python manage.py makemigrations --check --dry-run
  check "templates" djlint templates --lint --check --quiet
}

tests() {
  printf '%s\n' "-- pytest"
  # Files stay together (loadscope), so that a house started for one file is started once.
  python -m pytest -W error --numprocesses=auto --maxprocesses=4 --dist=loadscope --quiet
}

for part in "${@:-lint}"; do
  case "$part" in
    lint | tests) "$part" ;;
    *) printf 'usage: scripts/check.sh [lint] [tests]\n' >&2; exit 2 ;;
  esac
done
