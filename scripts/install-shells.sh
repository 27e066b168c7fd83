#!/usr/bin/env bash
# The shells whose completion tests/tasks/completion drives: Debian's own, where they are missing.
set -euo pipefail

missing=()
for shell in bash zsh fish; do
  command -v "$shell" > /dev/null || missing+=("$shell")
done
[ -e /usr/share/bash-completion/bash_completion ] || missing+=(bash-completion)
# `script` gives a shell the terminal without which it completes nothing.
command -v script > /dev/null || missing+=(bsdutils)

if [ "${#missing[@]}" -eq 0 ]; then
  exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "These are missing, and installing them takes root: apt-get install ${missing[*]}" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y "${missing[@]}"
