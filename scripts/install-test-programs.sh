#!/usr/bin/env bash
# Installs Debian's packages of the missing programs that tests/support/machine.ts looks for, except the browser.
set -euo pipefail

missing=()
for program in bash zsh fish git strace openssl; do
  command -v "$program" > /dev/null || missing+=("$program")
done
[ -e /usr/share/bash-completion/bash_completion ] || missing+=(bash-completion)
# `script` provides the terminal that prompts and completions need.
command -v script > /dev/null || missing+=(bsdutils)
command -v chattr > /dev/null || missing+=(e2fsprogs)
command -v setsid > /dev/null || missing+=(util-linux)

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
