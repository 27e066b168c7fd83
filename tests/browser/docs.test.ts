import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { BrowserWindow } from "../support/browser-window.ts";
import { openWindow } from "../support/browser-window.ts";
import { launchChromium } from "../support/launch-chromium.ts";
import { chromium } from "../support/machine.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { startTestServer } from "../support/start-test-server.ts";
import { describeWith } from "../support/test-with.ts";

describeWith([chromium], "the documentation page", () => {
  let browser: Browser;
  let server: TestServer;
  let window: BrowserWindow;
  let page: Page;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(), startTestServer()]);
  });
  afterAll(() => Promise.all([browser.close(), server.close()]));

  beforeEach(async () => {
    window = await openWindow(browser, server.origin);
    page = window.page;
  });
  afterEach(async () => {
    const { origins, faults } = window;
    await window.close();
    expect([...origins]).toEqual([server.origin]);
    expect(faults).toEqual([]);
  });

  /** Runs an operation with its example. @returns its block, after the answer has appeared */
  async function execute(operationId: string): Promise<Locator> {
    const operation = page.locator(`.opblock[id$="-${operationId}"]`);
    await operation.locator(".opblock-summary-control").click();
    await operation.getByRole("button", { name: "Execute" }).click();
    await operation.locator(".live-responses-table .response").waitFor();
    return operation;
  }

  const statusOf = (operation: Locator) =>
    operation.locator(".live-responses-table .response .response-col_status").innerText();

  test("of the session API sends requests with the session cookie", async () => {
    await page.goto("/session/docs");
    expect(await statusOf(await execute("register"))).toMatch(/^201/);
    const me = await execute("getMe");
    expect(await statusOf(me)).toMatch(/^200/);
    expect(await statusOf(await execute("createPost"))).toMatch(/^201/);
  });

  test("of the bearer API sends requests with a token", async () => {
    await page.goto("/bearer/docs");
    // The session API's example may have registered the same email already.
    expect(await statusOf(await execute("register"))).toMatch(/^(200|409)/);
    const login = await execute("logIn");
    const { accessToken } = JSON.parse(
      await login.locator(".live-responses-table code.language-json").innerText(),
    );
    await page.locator(".auth-wrapper").getByRole("button", { name: "Authorize" }).click();
    const dialog = page.locator(".dialog-ux");
    await dialog.getByRole("textbox").fill(accessToken);
    await dialog.getByRole("button", { name: "Apply credentials" }).click();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    expect(await statusOf(await execute("listUsers"))).toMatch(/^200/);
  });

  test("fits on a phone: the descriptions of its groups have the width of the page", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto("/session/docs");
    const descriptions = page.locator(".opblock-tag small");
    await descriptions.first().waitFor();
    const widths = await descriptions.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
    expect(Math.min(...widths)).toBeGreaterThan(250);
  });
});
