import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

/** A window with a profile of its own, which notes every request that leaves it and every fault of its pages. */
export interface BrowserWindow {
  readonly page: Page;
  /** The origins that anything was asked of, by any page. */
  readonly origins: ReadonlySet<string>;
  /** Uncaught errors, and what the browser refused to load or run. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** @param origin what paths are relative to */
export async function openWindow(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<BrowserWindow> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: "reduce", ...options });
  const origins = new Set<string>();
  const faults: string[] = [];
  context.on("request", (request) => origins.add(new URL(request.url()).origin));
  context.on("weberror", (error) => faults.push(String(error.error())));
  context.on("console", (message) => {
    // A refused or failed call is what a page may have to deal with, and Chromium notes each one.
    const isRefusal = /status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text());
    if (message.type() === "error" && !isRefusal) faults.push(message.text());
  });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  page.on("websocket", (socket) => origins.add(new URL(socket.url()).origin));
  return { page, origins, faults, close: () => context.close() };
}

/**
 * Fails with what axe finds, in its own words, about the page as it is now.
 *
 * @param options.except a selector of what to leave out
 */
export async function expectAccessible(page: Page, { except }: { except?: string } = {}): Promise<void> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async (exclude) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(exclude === undefined ? {} : { exclude });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, except);
  expect(findings).toEqual([]);
}
