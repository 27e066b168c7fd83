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
