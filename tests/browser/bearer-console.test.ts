import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { users } from "../../src/repositories/user-rows.ts";
import { MOST_COUNTED } from "../../src/repositories/user-search.ts";
import type { BrowserWindow } from "../support/browser-window.ts";
import { openWindow } from "../support/browser-window.ts";
import { fillIn, holdBack, logIn, notice, region, register } from "../support/console-page.ts";
import { launchChromium } from "../support/launch-chromium.ts";
import { chromium } from "../support/machine.ts";
import { someUser } from "../support/rows.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";
import { describeWith } from "../support/test-with.ts";

describeWith([chromium], "the bearer API's console", () => {
  let browser: Browser;
  let server: TestServer;
  let window: BrowserWindow;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    server = await startTestServer();
    window = await openWindow(browser, server.origin);
    page = window.page;
    await page.goto("/bearer/");
  });
  afterEach(async () => {
    const { origins, faults } = window;
    await window.close();
    await server.close();
    expect([...origins]).toEqual([server.origin]);
    expect(faults).toEqual([]);
  });

  const row = (name: string) => page.getByRole("row").filter({ hasText: name });

  test("shows the token's claims and remaining time after a login, and a refresh gets a new token", async () => {
    const user = await server.createUser({ email: "grace@example.com" });
    await page.clock.install();
    await logIn(page, "grace@example.com");
    const token = region(page, "Your token");
    await token.getByText(user.id).waitFor();
    expect(await token.getByText("isAdmin").isVisible()).toBe(false);
    const timer = token.getByRole("timer");
    await page.clock.runFor(600_000);
    expect(await timer.textContent()).toMatch(/^(50:00|49:5\d) left$/);

    await token.getByRole("button", { name: "Refresh" }).click();
    await notice(page).getByText("You have a fresh token.").waitFor();
    expect(await timer.textContent()).toMatch(/^(60:00|59:5\d) left$/);

    await page.clock.runFor(3_601_000);
    await notice(page).getByText("Your token has expired.").waitFor();
    expect(await region(page, "Log in").isVisible()).toBe(true);
  });

  test("keeps the token only in the page's memory", async () => {
    await register(page, "Grace", "grace@example.com");
    await notice(page).getByText("Your account is ready").waitFor();
    expect(await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")).toEqual([
      0,
      0,
      "",
    ]);
    expect(await page.content()).not.toContain("eyJ");
    await page.reload();
    await region(page, "Log in").waitFor();
  });

  test("lets a user change their password with the current one, and continues with a valid token", async () => {
    await server.createUser({ email: "grace@example.com", name: "Grace" });
    await logIn(page, "grace@example.com");
    const form = region(page, "Change your password");
    const change = form.getByRole("button", { name: "Change password" });
    await change.click();
    await form.getByText("Current password must not be empty").waitFor();
    await fillIn(form, { "Current password": "wrong password", "New password": "a better password" });
    await change.click();
    await form.getByText("Current password is incorrect").waitFor();
    expect(await page.locator(":focus").getAttribute("name")).toBe("currentPassword");

    await fillIn(form, { "Current password": PASSWORD });
    await change.click();
    await notice(page).getByText("Your password is changed.").waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await notice(page).getByText("You have a fresh token.").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, "grace@example.com", "a better password");
    await notice(page).getByText("You are logged in.").waitFor();
  });

  test("lets every logged-in user browse the users page by page, without buttons for changes", async () => {
    for (let number = 1; number <= 9; number += 1) await server.createUser({ name: `Reader ${number}` });
    await server.createUser({ email: "grace@example.com", name: "Grace" });
    await logIn(page, "grace@example.com");
    await page.getByText("Page 1 of 2").waitFor();
    await row("Grace").getByText("You", { exact: true }).waitFor();
    expect(await row("Reader 1").isVisible()).toBe(false);
    expect(await page.getByRole("row").getByRole("button").count()).toBe(0);
    expect(await page.getByLabel("Status").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Next" }).click();
    await row("Reader 1").waitFor();
    expect(await page.locator(":focus").textContent()).toBe("Users");
  });

  test("lets an admin rename a user and set the role, and shows at the field why a name is refused", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
    await server.createUser({ name: "Grace" });
    await logIn(page, "ada@example.com");
    await region(page, "Your token").getByText("isAdmin").waitFor();
    await page.getByRole("button", { name: "Edit Grace" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Grace" });
    await fillIn(dialog, { Name: "  " });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Name must not be empty").waitFor();
    await fillIn(dialog, { Name: "Rear Admiral Hopper" });
    await dialog.getByLabel("Role").selectOption("Admin");
    await dialog.getByRole("button", { name: "Save" }).click();
    await row("Rear Admiral Hopper").waitFor();
    await row("Rear Admiral Hopper").getByRole("cell", { name: "admin" }).waitFor();
    await notice(page).getByText("Rear Admiral Hopper is saved.").waitFor();
    expect(await dialog.isVisible()).toBe(false);
  });

  test("lets an admin deactivate a user, who then can't log in", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
    await server.createUser({ email: "grace@example.com", name: "Grace" });
    await logIn(page, "ada@example.com");
    expect(await page.getByRole("button", { name: "Deactivate Ada" }).count()).toBe(0);
    const button = page.getByRole("button", { name: "Deactivate Grace" });
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Deactivate Grace" });
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(false);
    await button.click();
    await dialog.getByRole("button", { name: "Deactivate" }).click();
    await notice(page).getByText("Grace is deactivated.").waitFor();
    expect(await row("Grace").count()).toBe(0);

    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, "grace@example.com");
    await region(page, "Log in").getByRole("alert").getByText("Invalid credentials").waitFor();
  });

  test("lets an admin find users by words and by status, and reactivate one", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
    const { id } = await server.createUser({ email: "grace@example.com", name: "Grace Hopper" });
    await server.createUser({ name: "Alan Turing" });
    await server.accounts.deactivate(id);
    await logIn(page, "ada@example.com");
    await page.getByText("2 active").waitFor();
    const form = page.getByRole("search");
    await form.getByLabel("Words of the name").fill("hop");
    await form.getByRole("button", { name: "Search" }).click();
    await page.getByText("Nobody found.").waitFor();
    await form.getByLabel("Status").selectOption("All");
    await form.getByRole("button", { name: "Search" }).click();
    await row("Grace Hopper").getByText("Inactive", { exact: true }).waitFor();
    await page.getByText("1 found").waitFor();
    await page.getByRole("button", { name: "Reactivate Grace Hopper" }).click();
    await notice(page).getByText("Grace Hopper is active again.").waitFor();
    await page.getByRole("button", { name: "Deactivate Grace Hopper" }).waitFor();
    expect(await server.accounts.get(id)).toMatchObject({ isActive: true });
  });

  test("shows the users of the last search, even if an earlier one is answered later", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
    await server.createUser({ name: "Grace" });
    await logIn(page, "ada@example.com");
    const users = region(page, "Users");
    const form = users.getByRole("search");
    const search = async (words: string) => {
      await form.getByLabel("Words of the name").fill(words);
      await form.getByRole("button", { name: "Search" }).click();
    };
    await row("Grace").waitFor();
    const arrival = await holdBack(page, "**/users?*search=ada*");
    await search("ada");
    await arrival.held;
    await search("grace");
    await users.getByText("1 found").waitFor();
    await arrival.release();
    expect(await users.getByRole("rowheader").allTextContents()).toEqual([expect.stringContaining("Grace")]);
  });

  test("says so when a search has more matches than are counted", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
    const many = Array.from({ length: MOST_COUNTED }, () => someUser({ name: "Reader" }));
    await server.queries.run(users.insert(...many));
    await logIn(page, "ada@example.com");
    const form = page.getByRole("search");
    await form.getByLabel("Words of the name").fill("reader");
    await form.getByRole("button", { name: "Search" }).click();
    await page.getByText(`${MOST_COUNTED} or more found`).waitFor();
  });

  test("lets an admin read the audit log page by page, and filter it by event and by user", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
    await server.createUser({ email: "grace@example.com", name: "Grace" });
    const logInByApi = (password: string) =>
      server.request.post("/bearer/api/v1/auth/login").send({ email: "grace@example.com", password });
    await logInByApi("wrong password").expect(401);
    for (let count = 0; count < 10; count += 1) await logInByApi(PASSWORD).expect(200);
    await logIn(page, "ada@example.com");
    const audit = region(page, "Audit");
    await audit.getByText("Page 1 of 2").waitFor();
    await audit.getByText("12 in all").waitFor();
    await audit
      .getByRole("row")
      .filter({ hasText: "Ada" })
      .getByRole("cell", { name: "127.0.0.1" })
      .waitFor();
    await audit.getByRole("button", { name: "Next" }).click();
    await audit.getByText("Page 2 of 2").waitFor();
    expect(await page.locator(":focus").textContent()).toBe("Audit");

    await audit.getByRole("combobox").selectOption("Login failed");
    await audit.getByRole("button", { name: "Show" }).click();
    await audit.getByText("1 in all").waitFor();
    await audit.getByRole("rowheader", { name: "Login failed" }).waitFor();
    await page.getByRole("button", { name: "Events of Grace" }).click();
    await audit.getByText("11 in all").waitFor();
    expect(await audit.getByRole("row").filter({ hasText: "Ada" }).count()).toBe(0);
    await page.getByRole("button", { name: "Edit Grace" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Grace" });
    await fillIn(dialog, { Name: "Hopper" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Events of Hopper" }).click();
    await audit.getByRole("row").filter({ hasText: "Hopper" }).first().waitFor();
    expect(await audit.getByRole("row").filter({ hasText: "Grace" }).count()).toBe(0);
    await audit.getByRole("combobox").selectOption("Deletion");
    await audit.getByRole("button", { name: "Show" }).click();
    await audit.getByText("No such event.").waitFor();
    await audit.getByLabel("User’s id").fill("Grace");
    await audit.getByRole("button", { name: "Show" }).click();
    await audit.getByRole("alert").getByText("User id is not a valid id").waitFor();
  });

  test("shows the audit log only to admins", async () => {
    await server.createUser({ email: "grace@example.com" });
    await logIn(page, "grace@example.com");
    await notice(page).getByText("You are logged in.").waitFor();
    expect(await region(page, "Audit").isVisible()).toBe(false);
  });

  test("lets users deactivate their own account, unless they are the last admin", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
    const { id } = await server.createUser({ email: "grace@example.com", name: "Grace" });
    const leave = async () => {
      await page.getByRole("button", { name: "Deactivate my account" }).click();
      const dialog = page.getByRole("dialog", { name: /Deactivate your account/ });
      await dialog.getByRole("button", { name: "Deactivate" }).click();
      return dialog;
    };
    await logIn(page, "ada@example.com");
    await (await leave()).getByText("The last admin").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, "grace@example.com");
    await leave();
    await notice(page).getByText("Your account is deactivated.").waitFor();
    await region(page, "Log in").waitFor();
    expect(await server.accounts.get(id)).toMatchObject({ isActive: false });
  });

  test("lets a user create API tokens, use one, see its last use, and delete it", async () => {
    await server.createUser({ email: "grace@example.com", name: "Grace" });
    const readMe = (value: string) =>
      server.request.get("/bearer/api/v1/users/me").set("Authorization", `Bearer ${value}`);
    await logIn(page, "grace@example.com");
    const panel = region(page, "API tokens");
    await panel.getByText("You have no API tokens.").waitFor();
    const form = panel.getByRole("form", { name: "Create an API token" });
    await fillIn(form, { Name: "x".repeat(101) });
    await form.getByRole("button", { name: "Create token" }).click();
    await form.getByText("Name must be at most 100 characters").waitFor();
    await fillIn(form, { Name: "Nightly export" });
    await form.getByLabel("Lifetime").selectOption("2 days");
    await form.getByRole("button", { name: "Create token" }).click();
    await notice(page).getByText("The token is created.").waitFor();
    const issued = panel.getByRole("group", { name: /Copy the new token now/ });
    const value = (await issued.locator("code").textContent()) ?? "";
    const rows = await server.queries.all<{ created_at: string; expires_at: string }>(
      sql`SELECT created_at, expires_at FROM user_tokens`,
    );
    const lifetimes = rows.map(
      (token) => Date.parse(`${token.expires_at}`) - Date.parse(`${token.created_at}`),
    );
    expect(lifetimes).toEqual([2 * 86_400_000]);
    await row("Nightly export").getByRole("cell", { name: "Never" }).waitFor();

    await readMe(value).expect(200);
    await page.getByRole("button", { name: "Log out" }).waitFor();
    await form.getByRole("button", { name: "Create token" }).click();
    await row("Unnamed token").waitFor();
    await row("Nightly export")
      .getByRole("cell", { name: /\d:\d\d/ })
      .waitFor();
    expect(await issued.locator("code").textContent()).not.toBe(value);

    await page.getByRole("button", { name: "Delete Nightly export" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Nightly export" });
    await dialog.getByRole("button", { name: "Delete" }).click();
    await notice(page).getByText("Nightly export is deleted.").waitFor();
    expect(await row("Nightly export").count()).toBe(0);
    expect(await issued.isVisible()).toBe(false);
    await readMe(value).expect(401);
  });

  test("removes the value of a new API token from the page on logout", async () => {
    await server.createUser({ email: "grace@example.com", name: "Grace" });
    await logIn(page, "grace@example.com");
    const panel = region(page, "API tokens");
    await panel.getByRole("button", { name: "Create token" }).click();
    const value = (await panel.getByRole("group").locator("code").textContent()) ?? "";
    expect(value).toHaveLength(44);
    await page.getByRole("button", { name: "Log out" }).click();
    await region(page, "Log in").waitFor();
    expect(await page.content()).not.toContain(value);
  });

  test("doesn't show a user the API token that somebody else asked for before logging out", async () => {
    await server.createUser({ email: "ada@example.com" });
    await server.createUser({ email: "grace@example.com" });
    await logIn(page, "ada@example.com");
    const arrival = await holdBack(page, "**/auth/tokens", "POST");
    await page.getByRole("button", { name: "Create token" }).click();
    await arrival.held;
    await page.getByRole("button", { name: "Log out" }).click();
    await region(page, "Log in").waitFor();
    await logIn(page, "grace@example.com");
    await region(page, "Your token").waitFor();
    await arrival.release();
    expect(await page.getByText("Copy the new token now.").isVisible()).toBe(false);
  });

  test("shows no API tokens to guests", async () => {
    await server.createUser({ email: "grace@example.com", role: "guest" });
    await logIn(page, "grace@example.com");
    await region(page, "API tokens").getByText("You have no API tokens.").waitFor();
    expect(await page.getByRole("button", { name: "Create token" }).isVisible()).toBe(false);
  });

  test("reports an email that is taken at its field", async () => {
    await server.createUser({ email: "grace@example.com" });
    await register(page, "Grace", "grace@example.com");
    const email = region(page, "Create an account").getByLabel("Email");
    await page.getByText("Email already registered").waitFor();
    expect(await email.getAttribute("aria-invalid")).toBe("true");
  });

  test("returns to the login when a token is no longer accepted", async () => {
    const { id } = await server.createUser({ email: "grace@example.com" });
    await logIn(page, "grace@example.com");
    await region(page, "Your token").waitFor();
    await server.accounts.deactivate(id);
    await page.getByRole("button", { name: "Refresh" }).click();
    await notice(page).getByText("Your token is no longer accepted.").waitFor();
    expect(await region(page, "Log in").isVisible()).toBe(true);
  });
});
