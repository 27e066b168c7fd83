import type { Browser, Locator, Page } from "playwright-core";
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
import { openTestServer, PASSWORD, startTestServer } from "../support/start-test-server.ts";
import { describeWith } from "../support/test-with.ts";

describeWith([chromium], "the session API's console", () => {
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
    await page.goto("/session/");
  });
  afterEach(async () => {
    const { origins, faults } = window;
    await window.close();
    await server.close();
    expect([...origins]).toEqual([server.origin]);
    expect(faults).toEqual([]);
  });

  const postTitled = (title: string): Locator =>
    page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });

  async function writePost(title: string, { publish }: { publish: boolean }): Promise<void> {
    const form = region(page, "Write a post");
    await fillIn(form, { Title: title, Body: `All about ${title}` });
    await form.getByLabel("Publish right away").setChecked(publish);
    await form.getByRole("button", { name: "Save post" }).click();
    await postTitled(title).waitFor();
  }

  test("lets a visitor register, shows who they are, and keeps them logged in after a reload", async () => {
    await register(page, "Grace Hopper", "Grace@Example.com");
    await notice(page).getByText("Your account is ready").waitFor();
    const me = region(page, "Your account");
    expect(await me.textContent()).toContain("grace@example.com");
    expect(await region(page, "Log in").isVisible()).toBe(false);
    expect(await page.locator(":focus").textContent()).toBe("Your account");

    await page.reload();
    await me.getByText("Grace Hopper").waitFor();
  });

  test("shows a draft only to its author until it is published", async () => {
    await server.createUser({ email: "grace@example.com", name: "Grace" });
    await logIn(page, "grace@example.com");
    await writePost("A moth", { publish: false });
    await postTitled("A moth").getByText("Draft").waitFor();
    const visitor = await openWindow(browser, server.origin);
    await visitor.page.goto("/session/");
    await visitor.page.getByText("Nothing here yet.").waitFor();

    await page.getByRole("button", { name: "Publish A moth" }).click();
    await page.getByRole("button", { name: "Unpublish A moth" }).waitFor();
    await visitor.page.reload();
    await visitor.page.getByRole("heading", { name: "A moth" }).waitFor();
    await visitor.close();
  });

  test("lets users comment on each other's posts, and names the author of each comment", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada" });
    await register(page, "Grace", "grace@example.com");
    await writePost("A moth", { publish: true });
    await page.getByRole("button", { name: "Log out" }).click();
    await notice(page).getByText("You are logged out.").waitFor();

    await logIn(page, "ada@example.com");
    const post = postTitled("A moth");
    await post.getByText("by Grace").waitFor();
    expect(await post.getByRole("button", { name: "Delete A moth" }).isVisible()).toBe(false);
    await post.locator("summary").click();
    await post.getByText("No comments yet.").waitFor();
    await post.getByLabel("Your comment").fill("<b>Keep it</b>");
    await post.getByRole("button", { name: "Comment", exact: true }).click();
    await post.getByText("<b>Keep it</b>").waitFor();
    await post.getByText(/^you, /).waitFor();
  });

  test("shows texts in the direction of their own letters", async () => {
    await register(page, "משה", "moshe@example.com");
    await writePost("מה זה groundwork?", { publish: true });
    const fromTheRight = async (of: Locator) => (await of.and(page.locator(":dir(rtl)")).count()) > 0;
    const post = postTitled("מה זה groundwork?");
    expect(await fromTheRight(post.getByText("מה זה groundwork?", { exact: true }))).toBe(true);
    expect(await fromTheRight(post.getByText("All about"))).toBe(false);
    expect(await fromTheRight(region(page, "Your account").getByText("משה"))).toBe(true);
    const title = region(page, "Write a post").getByLabel("Title");
    expect(await fromTheRight(title)).toBe(false);
    await title.fill("שלום, עולם!");
    expect(await fromTheRight(title)).toBe(true);
  });

  test("lets the author delete a post", async () => {
    await register(page, "Grace", "grace@example.com");
    await writePost("A moth", { publish: true });
    await page.getByRole("button", { name: "Delete A moth" }).click();
    await page.getByText("Nothing here yet.").waitFor();
    expect(await page.locator(":focus").textContent()).toBe("Posts");
  });

  test("shows posts page by page", async () => {
    await register(page, "Grace", "grace@example.com");
    for (const number of [1, 2, 3, 4, 5, 6]) await writePost(`Post ${number}`, { publish: true });
    await page.getByText("Page 1 of 2").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await postTitled("Post 1").waitFor();
    expect(await page.getByRole("article").count()).toBe(1);
    await page.getByRole("button", { name: "Delete Post 1" }).click();
    await postTitled("Post 6").waitFor();
    expect(await page.getByRole("article").count()).toBe(5);
  });

  test("shows every validation error at its field and focuses the first one", async () => {
    await server.createUser({ email: "grace@example.com" });
    await register(page, "", "grace@example.com", "short");
    const form = region(page, "Create an account");
    await form.getByText("Name can't be blank").waitFor();
    for (const [label, fault] of [
      ["Name", "Name can't be blank"],
      ["Email", "Email has already been taken"],
      ["Password", "Password is too short (minimum is 8 characters)"],
    ] as const) {
      const field = form.getByRole("textbox", { name: label });
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      const description = await field.getAttribute("aria-describedby");
      expect(await page.locator(`#${description}`).textContent()).toBe(fault);
    }
    expect(await page.locator(":focus").getAttribute("name")).toBe("name");

    await register(page, "Grace", "hopper@example.com");
    await region(page, "Your account").waitFor();
  });

  test("reports a failed login and keeps the typed values", async () => {
    await logIn(page, "nobody@example.com", "wrong password");
    const form = region(page, "Log in");
    await form.getByRole("alert").getByText("Invalid credentials").waitFor();
    expect(await form.getByLabel("Email").inputValue()).toBe("nobody@example.com");
  });

  test("shows the time to wait after too many failed logins", async () => {
    const limited = await openTestServer({ RATE_LIMIT_LOGIN: "1/15m" });
    const visitor = await openWindow(browser, limited.origin);
    await visitor.page.goto("/session/");
    const alert = region(visitor.page, "Log in").getByRole("alert");
    await logIn(visitor.page, "nobody@example.com", "wrong password");
    await alert.getByText("Invalid credentials").waitFor();
    await logIn(visitor.page, "nobody@example.com", "wrong password");
    await alert.getByText(/^Too many attempts\. Try again in 15 minutes\.$/).waitFor();
    await visitor.close();
  });

  test("reports an unreachable server next to the button that called it", async () => {
    await page.context().setOffline(true);
    await logIn(page, "grace@example.com");
    const form = region(page, "Log in");
    await form.getByRole("alert").getByText("The server can’t be reached.").waitFor();
  });

  test("returns to the login when the session has ended elsewhere", async () => {
    const { id } = await server.createUser({ email: "grace@example.com" });
    await logIn(page, "grace@example.com");
    await region(page, "Your account").waitFor();
    await server.accounts.deactivate(id);
    const form = region(page, "Write a post");
    await fillIn(form, { Title: "Too late", Body: "Gone" });
    await form.getByRole("button", { name: "Save post" }).click();
    await notice(page).getByText("Your session has ended.").waitFor();
    expect(await region(page, "Log in").isVisible()).toBe(true);
  });

  test("keeps a post that was not sent for its writer, and for nobody else", async () => {
    await server.createUser({ email: "ada@example.com" });
    await server.createUser({ email: "grace@example.com" });
    const form = region(page, "Write a post");
    const typeAndLoseSession = async () => {
      await fillIn(form, { Title: "A long night", Body: "Of work" });
      await page.context().clearCookies();
      await form.getByRole("button", { name: "Save post" }).click();
      await region(page, "Log in").waitFor();
    };
    await logIn(page, "ada@example.com");
    await typeAndLoseSession();
    await logIn(page, "ada@example.com");
    await form.waitFor();
    expect(await form.getByLabel("Title").inputValue()).toBe("A long night");
    expect(await form.getByRole("alert").isVisible()).toBe(false);

    await typeAndLoseSession();
    await logIn(page, "grace@example.com");
    await form.waitFor();
    expect(await form.getByLabel("Title").inputValue()).toBe("");
    await region(page, "Change your password").getByLabel("Current password").fill("typed by Grace");
    await page.getByRole("button", { name: "Log out" }).click();
    await notice(page).getByText("You are logged out.").waitFor();
    expect(await page.locator("[name=current_password]").inputValue()).toBe("");
  });

  test("closes an open dialog when the session has ended", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
    await server.createUser({ name: "Grace" });
    await logIn(page, "ada@example.com");
    await page.getByRole("button", { name: "Sessions of Ada" }).click();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "End all sessions" }).click();
    await notice(page).getByText("Your session has ended.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.locator(":focus").textContent()).toBe("Log in");
  });

  test("doesn't show a list of drafts that arrives after the logout", async () => {
    await server.createUser({ email: "ada@example.com" });
    await logIn(page, "ada@example.com");
    await region(page, "Your account").waitFor();
    const arrival = await holdBack(page, "**/posts?*");
    const form = region(page, "Write a post");
    await fillIn(form, { Title: "For my eyes only", Body: "Of work" });
    await form.getByRole("button", { name: "Save post" }).click();
    await arrival.held;
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByText("Nothing here yet.").waitFor();
    await arrival.release();
    expect(await postTitled("For my eyes only").count()).toBe(0);
  });

  test("lists the sessions, marks the current one, and ends each on request", async () => {
    await server.createUser({ email: "ada@example.com" });
    for (let count = 0; count < 2; count++) {
      await server.request
        .post("/session/api/v1/auth/login")
        .set("User-Agent", "curl/8.5.0")
        .send({ email: "ada@example.com", password: PASSWORD })
        .expect(200);
    }
    await logIn(page, "ada@example.com");
    const sessions = region(page, "Sessions");
    await sessions.getByRole("listitem").nth(2).waitFor();
    expect(await sessions.getByText("This one").filter({ visible: true }).count()).toBe(1);
    expect(await sessions.getByRole("listitem").first().textContent()).toMatch(/Chrome on \w+.*This one/s);

    await sessions.getByRole("button", { name: "End the session of curl/8.5.0" }).first().click();
    await notice(page).getByText("The session has ended.").waitFor();
    expect(await sessions.getByRole("listitem").count()).toBe(2);
    await sessions.getByRole("button", { name: "End all others" }).click();
    await notice(page).getByText("All other sessions have ended.").waitFor();
    expect(await sessions.getByRole("listitem").count()).toBe(1);
    await sessions.getByRole("button", { name: "End this session" }).click();
    await notice(page).getByText("You are logged out.").waitFor();
    await region(page, "Log in").waitFor();
  });

  test("lets an admin find a user, see their sessions and end all of them", async () => {
    await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
    for (let number = 1; number <= 8; number += 1) await server.createUser({ name: `Reader ${number}` });
    const { id } = await server.createUser({ email: "grace@example.com", name: "Grace" });
    const login = { email: "grace@example.com", password: PASSWORD };
    await server.request.post("/session/api/v1/auth/login").set("User-Agent", "curl/8.5.0").send(login);
    await logIn(page, "ada@example.com");
    const users = region(page, "Users");
    await users.getByText("Page 1 of 2").waitFor();
    await users.getByText("10 in all").waitFor();
    await users.getByLabel("Words of the name").fill("grace");
    await users.getByRole("button", { name: "Search" }).click();
    await users.getByText("1 found").waitFor();
    await users.getByRole("button", { name: "Sessions of Grace" }).click();
    const dialog = page.getByRole("dialog", { name: "Sessions of Grace" });
    await dialog.getByText("curl/8.5.0").waitFor();
    expect(await dialog.getByRole("button", { name: /^End the session/ }).count()).toBe(0);

    await dialog.getByRole("button", { name: "End all sessions" }).click();
    await notice(page).getByText("All sessions of Grace have ended.").waitFor();
    expect(await server.queries.all(sql`SELECT id FROM sessions WHERE user_id = ${id}`)).toEqual([]);
    await users.getByRole("button", { name: "Sessions of Grace" }).click();
    await dialog.getByText("No sessions.").waitFor();
    expect(await dialog.getByRole("button", { name: "End all sessions" }).isVisible()).toBe(false);
    await dialog.getByRole("button", { name: "Close" }).click();

    await users.getByLabel("Words of the name").fill("ada");
    await users.getByRole("button", { name: "Search" }).click();
    await users.getByRole("button", { name: "Sessions of Ada" }).click();
    await page.getByRole("dialog").getByText("This one").waitFor();
    await page.getByRole("button", { name: "End all sessions" }).click();
    await notice(page).getByText("You are logged out.").waitFor();
    expect(await users.isVisible()).toBe(false);
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

  test("shows the list of users only to admins", async () => {
    await server.createUser({ email: "grace@example.com" });
    await logIn(page, "grace@example.com");
    await notice(page).getByText("You are logged in.").waitFor();
    expect(await region(page, "Users").isVisible()).toBe(false);
  });

  test("lets a user change their password with the current one", async () => {
    await server.createUser({ email: "ada@example.com" });
    await logIn(page, "ada@example.com");
    const form = region(page, "Change your password");
    await fillIn(form, { "Current password": "wrong password", "New password": "a better password" });
    await form.getByRole("button", { name: "Change password" }).click();
    await form.getByText("Current password is incorrect").waitFor();
    expect(await page.locator(":focus").getAttribute("name")).toBe("current_password");

    await fillIn(form, { "Current password": PASSWORD });
    await form.getByRole("button", { name: "Change password" }).click();
    await notice(page).getByText("Your password is changed.").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, "ada@example.com", "a better password");
    await notice(page).getByText("You are logged in.").waitFor();
  });

  test("works entirely from the keyboard", async () => {
    await server.createUser({ email: "grace@example.com" });
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("grace@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.type("correct horse battery");
    await page.keyboard.press("Enter");
    await region(page, "Your account").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await notice(page).getByText("You are logged out.").waitFor();
    expect(await page.locator(":focus").textContent()).toBe("Log in");
  });
});
