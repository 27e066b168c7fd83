import { userInfo } from "node:os";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { CHROMIUM } from "./machine.ts";

/** Starts the machine's own Chromium with a profile of its own, and with everything off that makes it phone home. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    // Chromium refuses to sandbox what root starts.
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
