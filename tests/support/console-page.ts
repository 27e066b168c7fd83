import type { Locator, Page } from "playwright-core";
import { PASSWORD } from "./start-test-server.ts";

/** The part of the page under this heading. */
export const region = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

/** Fills a form's fields by their labels. */
export async function fillIn(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
}

/** Logs in through the page's own form. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const form = region(page, "Log in").locator("#login");
  await fillIn(form, { Email: email, Password: password });
  await form.getByRole("button", { name: "Log in" }).click();
}

/** Creates an account through the page's own form. */
export async function register(page: Page, name: string, email: string, password = PASSWORD): Promise<void> {
  const form = region(page, "Create an account");
  await fillIn(form, { Name: name, Email: email, Password: password });
  await form.getByRole("button", { name: "Create account" }).click();
}

/** The page's notice about the result of an action. */
export const notice = (page: Page): Locator => page.getByRole("status");

/**
 * Holds back the next answer to such a call.
 *
 * @returns `held`, which resolves when the server has answered, and `release`, after which the page has seen the answer
 */
export async function holdBack(page: Page, url: string, method = "GET") {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(url, async (route) => {
    if (!isFirst || route.request().method() !== method) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    held.resolve();
    await released.promise;
    await route.fulfill({ response });
    await (await route.request().response())?.finished();
    seen.resolve();
  });
  async function release(): Promise<void> {
    released.resolve();
    await seen.promise;
    // Calls that the page makes with the answer, such as for the names of authors, end before this one.
    await page.evaluate(() => fetch("/health").then((response) => response.text()));
  }
  return { held: held.promise, release };
}
