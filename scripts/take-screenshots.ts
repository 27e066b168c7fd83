import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../tests/support/launch-chromium.ts";
import { createLongAdmin, LONG_EMAIL, LONG_NAME } from "../tests/support/long-values.ts";
import type { TestServer } from "../tests/support/start-test-server.ts";
import { PASSWORD, startTestServer } from "../tests/support/start-test-server.ts";

/** One state of one page, and how to reach it. */
interface Scene {
  readonly name: string;
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<void>;
  /** Whether a dialog covers the window, so that only the window is captured. */
  readonly hasDialog?: true;
}

/** Settings with which the consoles offer to send a reset link. */
const WEBHOOK = {
  RESET_WEBHOOK_URL: "http://127.0.0.1:9",
  PUBLIC_URL: "http://localhost",
  WEBHOOK_SECRET: "x".repeat(32),
};

const README_PICTURE = "docs/session-console.png";
const WIDTHS = { desktop: 1280, phone: 390 } as const;
const THEMES = ["light", "dark"] as const;

const NAMES = [
  "Katherine Johnson",
  "Alan Turing",
  "Barbara Liskov",
  "Edsger Dijkstra",
  "Frances Allen",
  "Donald Knuth",
  "Radia Perlman",
  "Tony Hoare",
  "Margaret Hamilton",
  "Ken Thompson",
  "Sophie Wilson",
];

const SCENES: readonly Scene[] = [
  { name: "home", path: "/" },
  { name: "session-visitor", path: "/session/" },
  { name: "session-errors", path: "/session/", prepare: failRegistration },
  { name: "session-writer", path: "/session/", prepare: commentAsGrace },
  { name: "bearer-visitor", path: "/bearer/" },
  { name: "bearer-errors", path: "/bearer/", prepare: failLogin },
  { name: "bearer-reader", path: "/bearer/", prepare: (page) => logIn(page, "grace@example.com") },
  { name: "bearer-admin", path: "/bearer/", prepare: (page) => logIn(page, "ada@example.com") },
  { name: "bearer-edit", path: "/bearer/", prepare: openEdit, hasDialog: true },
  { name: "session-long", path: "/session/", prepare: (page) => logIn(page, LONG_EMAIL) },
  { name: "session-user-sessions", path: "/session/", prepare: openSessions, hasDialog: true },
  { name: "bearer-long", path: "/bearer/", prepare: (page) => logIn(page, LONG_EMAIL) },
  { name: "session-reset", path: "/session/reset#token=some-token" },
  { name: "session-forgot", path: "/session/", prepare: openForgot },
];

/**
 * Takes screenshots of every page at two widths and in both colour schemes, and the one in README.
 *
 * @param only the names of the scenes; by default all of them, and README's screenshot
 */
async function takeScreenshots(folder: string, only?: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const [browser, server, empty] = await Promise.all([
    launchChromium(),
    startTestServer(WEBHOOK),
    startTestServer(),
  ]);
  try {
    await furnish(server);
    if (only !== undefined) {
      const scenes = SCENES.filter(({ name }) => only.includes(name));
      return await takeAll(browser, server, scenes, folder);
    }
    await takeAll(
      browser,
      empty,
      [{ name: "session-empty", path: "/session/", prepare: registerFirst }],
      folder,
    );
    await takeAll(browser, server, SCENES, folder);
    await takeReadmePicture(browser, server);
  } finally {
    await Promise.all([browser.close(), server.close(), empty.close()]);
  }
}

async function takeAll(
  browser: Browser,
  { origin }: TestServer,
  scenes: readonly Scene[],
  folder: string,
): Promise<void> {
  for (const [device, width] of Object.entries(WIDTHS)) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({
        baseURL: origin,
        colorScheme,
        reducedMotion: "reduce",
        viewport: { width, height: 860 },
      });
      for (const { name, path, prepare, hasDialog } of scenes) {
        await context.clearCookies();
        const page = await context.newPage();
        await page.goto(path, { waitUntil: "networkidle" });
        await prepare?.(page);
        await page.screenshot({
          path: join(folder, `${name}-${device}-${colorScheme}.png`),
          fullPage: !hasDialog,
        });
        await page.close();
      }
      await context.close();
    }
  }
}

async function takeReadmePicture(browser: Browser, { origin }: TestServer): Promise<void> {
  const page = await browser.newPage({
    baseURL: origin,
    reducedMotion: "reduce",
    viewport: { width: 1180, height: 1130 },
  });
  await page.goto("/session/");
  await logIn(page, "grace@example.com");
  // After a reload the session is still open, and the notice of the login is gone.
  await page.reload({ waitUntil: "networkidle" });
  await page.screenshot({ path: README_PICTURE });
}

/** Creates accounts, posts and a comment, so that the pages are not empty. */
async function furnish(server: TestServer): Promise<void> {
  await server.createUser({ email: "ada@example.com", name: "Ada Lovelace", role: "admin" });
  for (const name of NAMES) {
    await server.createUser({ email: `${name.toLowerCase().replace(" ", ".")}@example.com`, name });
  }
  await createLongAdmin(server);
  await server.createUser({ email: "grace@example.com", name: "Grace Hopper" });
  const ada = await createWriter(server, "ada@example.com");
  const grace = await createWriter(server, "grace@example.com");
  await ada("/posts", {
    title: "Notes on the engine",
    body: "It weaves algebraical patterns just as the loom weaves flowers and leaves.",
    published: true,
  });
  const { post } = await grace("/posts", {
    title: "A moth in relay 70",
    body: "First actual case of a bug being found.\nIt is taped into the logbook.",
    published: true,
  });
  await ada(`/posts/${post.id}/comments`, { body: "Please keep the moth." });
  await grace("/posts", {
    title: "On compilers",
    body: "Nobody believed that it could be done.",
    published: false,
  });
}

async function createWriter(server: TestServer, email: string) {
  const login = server.request.post("/session/api/v1/auth/login");
  const { token } = (await login.send({ email, password: PASSWORD })).body;
  return async (path: string, body: object) =>
    (await server.request.post(`/session/api/v1${path}`).auth(token, { type: "bearer" }).send(body)).body;
}

async function logIn(page: Page, email: string): Promise<void> {
  const form = page.locator("#login");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button").click();
  await page.getByText("You are logged in.").waitFor();
}

async function registerFirst(page: Page): Promise<void> {
  const form = page.locator("#register");
  await form.getByLabel("Name").fill("Grace Hopper");
  await form.getByLabel("Email").fill(`grace-${Date.now()}@example.com`);
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button").click();
  await page.getByText("Your account is ready").waitFor();
}

async function failRegistration(page: Page): Promise<void> {
  const form = page.locator("#register");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.getByLabel("Password").fill("short");
  await form.getByRole("button").click();
  await page.getByText("Email has already been taken").waitFor();
}

async function failLogin(page: Page): Promise<void> {
  const form = page.locator("#login");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.getByLabel("Password").fill("not the password");
  await form.getByRole("button").click();
  await page.getByText("Invalid credentials").waitFor();
}

async function commentAsGrace(page: Page): Promise<void> {
  await logIn(page, "grace@example.com");
  await page.getByText("Comments on A moth in relay 70").click();
  await page.getByText("Please keep the moth.").waitFor();
}

async function openForgot(page: Page): Promise<void> {
  await page.getByText("Forgot your password?").click();
}

async function openSessions(page: Page): Promise<void> {
  await logIn(page, LONG_EMAIL);
  await page.getByLabel("Words of the name").fill("wolfe");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: `Sessions of ${LONG_NAME}` }).click();
  await page.getByRole("dialog").waitFor();
}

async function openEdit(page: Page): Promise<void> {
  await logIn(page, "ada@example.com");
  await page.getByRole("button", { name: "Edit Grace Hopper" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(" ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("must not be empty").waitFor();
}

await takeScreenshots(process.argv[2] ?? "screenshots", process.argv[3]?.split(","));
