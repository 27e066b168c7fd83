#!/usr/bin/env bash
# The browser that tests/browser drives: Debian's own, where there is none yet.
set -euo pipefail

if [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
  exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "There is no Chromium, and installing one takes root: apt-get install chromium" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y chromium
