#!/usr/bin/env bash
# Make .venv and install what is needed; next to nothing to do when all is there.
# usage: scripts/setup.sh run | test
set -euo pipefail
cd "$(dirname "$0")/.."

readonly DEBIAN_PACKAGES="chromium fonts-wqy-zenhei redis-server gettext npm"

say() { printf '%s\n' "-- $*"; }
fail() { printf '%s\n' "memoryweb: $*" >&2; exit 1; }

if [ "$(id -u)" = 0 ]; then readonly AS_ROOT=""; else readonly AS_ROOT="sudo "; fi

find_python() {
  local name
  for name in ${PYTHON:-} python3 python3.11 python3.12 python3.13 python3.14; do
    if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2])' 2>/dev/null; then
      printf '%s' "$name"
      return
    fi
  done
  fail "Python 3.11 or newer is missing; run: ${AS_ROOT}apt-get install -y python3 python3-venv"
}

make_venv() {
  # The folder is part of the mark: a moved clone has scripts that point to the old place.
  local mark=".venv/.made-for"
  if [ -x .venv/bin/python ] && [ "$(cat "$mark" 2>/dev/null)" = "$PWD" ] \
    && .venv/bin/python -c 'import pip' 2>/dev/null; then
    return
  fi
  local python
  python="$(find_python)"
  "$python" -c 'import venv, ensurepip' 2>/dev/null \
    || fail "Python's venv module is missing; run: ${AS_ROOT}apt-get install -y python3-venv"
  say "Making .venv with $("$python" --version)"
  rm -rf .venv
  "$python" -m venv .venv || fail "making .venv failed; the lines above say why"
  printf '%s' "$PWD" > "$mark"
}

# install NAME FILE...: pip, unless exactly these files are installed already.
install() {
  local stamp=".venv/.installed-$1" wanted log
  shift
  wanted="$(.venv/bin/python -c '
import hashlib, pathlib, sys
text = sys.version + "".join(pathlib.Path(name).read_text() for name in sys.argv[1:])
print(hashlib.sha256(text.encode()).hexdigest())' "$@")"
  if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then return; fi
  say "Installing ${!#} (about a minute)"
  log="$(mktemp)"
  if ! .venv/bin/python -m pip install --disable-pip-version-check --no-input --prefer-binary \
    --requirement "${!#}" > "$log" 2>&1; then
    tail -n 20 "$log" >&2
    if grep -qiE 'gcc|cc1|error: command .* failed|Microsoft Visual|Python\.h' "$log"; then
      fail "a compiler is missing; run: ${AS_ROOT}apt-get install -y build-essential python3-dev"
    fi
    fail "installing ${!#} failed; is the package index reachable? The lines above say more"
  fi
  rm -f "$log"
  printf '%s' "$wanted" > "$stamp"
}

missing_packages() {
  command -v chromium > /dev/null || command -v google-chrome > /dev/null || printf 'chromium '
  [ -d /usr/share/fonts/truetype/wqy ] || printf 'fonts-wqy-zenhei '
  command -v redis-server > /dev/null || printf 'redis-server '
  command -v msgfmt > /dev/null || printf 'gettext '
  command -v npm > /dev/null || printf 'npm '
}

install_packages() {
  local missing
  missing="$(missing_packages)"
  if [ -z "$missing" ]; then return; fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    fail "the tests need more of Debian; run: ${AS_ROOT}apt-get install -y --no-install-recommends $missing"
  fi
  say "Installing Debian packages: $missing"
  apt-get update -qq || fail "apt-get update failed"
  # shellcheck disable=SC2086 # a list of words
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing \
    > /dev/null || fail "installing failed; all the tests need: $DEBIAN_PACKAGES"
}

install_axe() {
  local folder=tests/browser
  if cmp -s "$folder/package-lock.json" "$folder/node_modules/.installed.json"; then return; fi
  say "Installing axe-core for the accessibility tests"
  npm ci --prefix "$folder" --ignore-scripts --silent || fail "npm ci in $folder failed"
  cp "$folder/package-lock.json" "$folder/node_modules/.installed.json"
}

case "${1:-}" in
  run | test) ;;
  *) fail "usage: scripts/setup.sh run | test" ;;
esac
# Two of us at once (`make run` here, `make test` there): the second waits.
if command -v flock > /dev/null; then
  exec 9> .setup.lock
  flock 9
fi
make_venv
install run requirements.txt
if [ "$1" = test ]; then
  install test requirements.txt requirements-dev.txt
  install_packages
  install_axe
fi
