#!/usr/bin/env bash
# Installs Debian's Chromium for tests/browser, unless there is one.
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
