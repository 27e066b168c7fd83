#!/usr/bin/env bash
# Installs Debian's Chromium for tests/browser, unless there is one: the form without windows, which loads a page in half
# the time.
set -euo pipefail

if [ -x "${CHROMIUM:-/usr/bin/chromium-headless-shell}" ] || [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
  exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "There is no Chromium, and installing one takes root: apt-get install chromium-headless-shell" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y chromium-headless-shell
