import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

/** A window with a new profile, which records every request and every fault of its pages. */
export interface BrowserWindow {
  readonly page: Page;
  /** The origins of all requests by all pages. */
  readonly origins: ReadonlySet<string>;
  /** Uncaught errors, and resources that the browser refused to load or run. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** @param origin the base of relative paths */
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
    // Chromium logs every refused or failed call, which a page may handle.
    const isRefusal = /status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text());
    if (message.type() === "error" && !isRefusal) faults.push(message.text());
  });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  page.on("websocket", (socket) => origins.add(new URL(socket.url()).origin));
  return { page, origins, faults, close: () => context.close() };
}

/** The rules of axe whose results depend on the colour scheme. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Fails with axe's findings on the current page.
 *
 * @param options.except a selector of elements to leave out
 * @param options.only the rules to check (default: all)
 */
export async function expectAccessible(
  page: Page,
  options: { except?: string; only?: readonly string[] } = {},
): Promise<void> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const findings = await page.evaluate(async ({ except: exclude, only }) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(
      { include: "html", ...(exclude === undefined ? {} : { exclude }) },
      { resultTypes: ["violations"], ...(only === undefined ? {} : { runOnly: [...only] }) },
    );
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
  expect(findings).toEqual([]);
}
