import { userInfo } from "node:os";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { CHROMIUM } from "./machine.ts";

/** Starts the installed Chromium with a new profile and without background requests. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    // Chromium has no sandbox for root.
    chromiumSandbox: userInfo().uid !== 0,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
