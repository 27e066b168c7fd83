import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";

/** Where Chromium is looked for. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Whether there is a browser to test with. */
export const hasChromium = (): boolean => existsSync(CHROMIUM);

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
