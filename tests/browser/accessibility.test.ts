import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COLOUR_RULES, expectAccessible, openWindow } from "../support/browser-window.ts";
import { fillIn, logIn, notice, region, register } from "../support/console-page.ts";
import { launchChromium } from "../support/launch-chromium.ts";
import { createLongAdmin, LONG_AGENT, LONG_EMAIL, LONG_NAME } from "../support/long-values.ts";
import { chromium } from "../support/machine.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";
import { describeWith } from "../support/test-with.ts";

/** Each state of each page, and how to reach it from the page's first state. */
const STATES: readonly (readonly [name: string, path: string, reach: (page: Page) => Promise<void>])[] = [
  ["home", "/", async (page) => page.getByRole("heading", { level: 1 }).waitFor()],
  ["the session console before login", "/session/", (page) => region(page, "Log in").waitFor()],
  [
    "the session console with errors at fields",
    "/session/",
    async (page) => {
      await register(page, "", "nonsense", "short");
      await page.getByText("Email is invalid").waitFor();
    },
  ],
  [
    "the session console after a failed login",
    "/session/",
    async (page) => {
      await logIn(page, "ada@example.com", "wrong password");
      await page.getByRole("alert").waitFor();
    },
  ],
  [
    "the session console with posts, a draft and comments",
    "/session/",
    async (page) => {
      await logIn(page, "ada@example.com");
      await notice(page).getByText("You are logged in.").waitFor();
      await page.locator("#posts summary").first().click();
      await page.getByText("A comment").waitFor();
    },
  ],
  [
    "the bearer console before login, with an error",
    "/bearer/",
    async (page) => {
      await register(page, "Ada", "ada@example.com");
      await page.getByText("Email already registered").waitFor();
    },
  ],
  [
    "the form that requests a reset link",
    "/session/",
    async (page) => {
      await page.getByText("Forgot your password?").click();
      await page.getByRole("button", { name: "Send a reset link" }).waitFor();
    },
  ],
  [
    "the session console with values of maximum length",
    "/session/",
    async (page) => {
      await logIn(page, LONG_EMAIL);
      await region(page, "Sessions").getByText(LONG_AGENT).waitFor();
      await page.getByRole("article").filter({ hasText: "The end." }).locator("summary").click();
      await page.getByText("c".repeat(300)).waitFor();
    },
  ],
  [
    "a user's sessions in an admin's view",
    "/session/",
    async (page) => {
      await logIn(page, "ada@example.com");
      await page.getByRole("button", { name: `Sessions of ${LONG_NAME}` }).click();
      await page.getByRole("dialog").getByText(LONG_AGENT).waitFor();
    },
  ],
  [
    "the bearer console with values of maximum length",
    "/bearer/",
    async (page) => {
      await logIn(page, LONG_EMAIL);
      await region(page, "API tokens").getByText("N".repeat(100)).waitFor();
      await region(page, "Audit").getByRole("rowheader", { name: "Token issue" }).first().waitFor();
    },
  ],
  [
    "the bearer console after a search without results",
    "/bearer/",
    async (page) => {
      await logIn(page, "ada@example.com");
      await page.getByRole("search").getByLabel("Words of the name").fill("nobody");
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByText("Nobody found.").waitFor();
    },
  ],
  [
    "the bearer console in an admin's view",
    "/bearer/",
    async (page) => {
      await logIn(page, "ada@example.com");
      await region(page, "Users").getByText("Page 1 of 2").waitFor();
    },
  ],
  [
    "the bearer console with a new API token",
    "/bearer/",
    async (page) => {
      await logIn(page, "ada@example.com");
      await page.getByRole("button", { name: "Create token" }).click();
      await notice(page).getByText("The token is created.").waitFor();
    },
  ],
  [
    "the bearer console's dialog with an error",
    "/bearer/",
    async (page) => {
      await logIn(page, "ada@example.com");
      await page.getByRole("button", { name: "Edit Reader 9" }).click();
      await fillIn(page.getByRole("dialog"), { Name: " " });
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Name must not be empty").waitFor();
    },
  ],
];

const WEBHOOK = {
  RESET_WEBHOOK_URL: "http://127.0.0.1:9",
  PUBLIC_URL: "http://localhost",
  WEBHOOK_SECRET: "x".repeat(32),
};

describeWith([chromium], "axe finds no violation at two widths, light and dark, in", () => {
  let browser: Browser;
  let server: TestServer;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(), startTestServer(WEBHOOK)]);
    await furnish(server);
  });
  afterAll(() => Promise.all([browser.close(), server.close()]));

  test.each(STATES)("%s", async (_name, path, reach) => {
    const { page, close } = await openWindow(browser, server.origin);
    await page.goto(path);
    await reach(page);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme: "light" });
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page, { only: COLOUR_RULES });
      // Nothing is wider than the window, even with long values.
      expect(await page.evaluate("document.documentElement.scrollWidth"), `at ${width}`).toBe(width);
    }
    await close();
  });

  test("the frame of the documentation", async () => {
    const { page, close } = await openWindow(browser, server.origin);
    await page.goto("/session/docs");
    await page.getByText("Create an account and log in").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Violations inside Swagger UI can't be fixed here.
      await expectAccessible(page, { except: ".swagger-ui" });
    }
    await close();
  });
});

/** Creates an admin with two posts and a comment, and more users than fit on a page. */
async function furnish(server: TestServer): Promise<void> {
  await server.createUser({ email: "ada@example.com", name: "Ada", role: "admin" });
  await createLongAdmin(server);
  for (let number = 1; number <= 9; number += 1) await server.createUser({ name: `Reader ${number}` });
  const { body } = await server.request
    .post("/session/api/v1/auth/login")
    .send({ email: "ada@example.com", password: PASSWORD });
  const create = (path: string, content: object) =>
    server.request.post(`/session/api/v1${path}`).auth(body.token, { type: "bearer" }).send(content);
  await create("/posts", { title: "A draft", body: "Not yet", published: false });
  const { body: published } = await create("/posts", { title: "A post", body: "Text", published: true });
  await create(`/posts/${published.post.id}/comments`, { body: "A comment" });
}
