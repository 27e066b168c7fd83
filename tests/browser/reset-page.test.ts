import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueReset } from "../../src/services/password-resets.ts";
import { expectAccessible, openWindow } from "../support/browser-window.ts";
import { fillIn, notice, region } from "../support/console-page.ts";
import { launchChromium } from "../support/launch-chromium.ts";
import { chromium } from "../support/machine.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { startTestServer } from "../support/start-test-server.ts";
import { startWebhook } from "../support/start-webhook.ts";
import { describeWith } from "../support/test-with.ts";

const NEW_PASSWORD = "a new horse, no battery";

describeWith([chromium], "the password reset page", () => {
  let browser: Browser;
  let server: TestServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(), startTestServer()]);
  });
  afterAll(() => Promise.all([browser.close(), server.close()]));

  for (const colorScheme of ["light", "dark"] as const) {
    test(`sets a new password once, and sends its token only to the server (${colorScheme})`, async () => {
      const { id, email } = await server.createUser();
      const { token } = await server.store.transaction((transaction) => issueReset(transaction, id));
      const { page, origins, faults, close } = await openWindow(browser, server.origin, {
        colorScheme,
        viewport: { width: 390, height: 800 },
      });
      const addresses: string[] = [];
      page.on("request", (request) => addresses.push(request.url(), request.headers()["referer"] ?? ""));
      await page.goto(`/session/reset#token=${token}`);
      const form = region(page, "New password");
      await form.waitFor();
      expect(page.url()).toBe(`${server.origin}/session/reset`);
      await expectAccessible(page);

      await fillIn(form, { "New password": "short" });
      await form.getByRole("button", { name: "Set password" }).click();
      await form.getByText("Password is too short").waitFor();
      await fillIn(form, { "New password": NEW_PASSWORD });
      await form.getByRole("button", { name: "Set password" }).click();
      await page.getByText("Your password is changed.").waitFor();
      await expectAccessible(page);
      // The page's own address has the fragment, which browsers don't send.
      expect(addresses.filter((address) => address.includes(token) && !address.includes("#"))).toEqual([]);
      expect([...origins]).toEqual([server.origin]);
      expect(faults).toEqual([]);
      await close();

      const login = server.request.post("/bearer/api/v1/auth/login");
      await login.send({ email, password: NEW_PASSWORD }).expect(200);
    });
  }

  test.each(["/session/", "/bearer/"])(
    "opens for a link that was requested on the console at %s",
    async (path) => {
      const webhook = await startWebhook();
      const sending = await startTestServer(webhook.settings);
      const { email } = await sending.createUser();
      const { page, faults, close } = await openWindow(browser, sending.origin);
      await page.goto(path);
      await page.getByText("Forgot your password?").click();
      const form = page.locator("#forgot");
      await fillIn(form, { Email: email });
      await form.getByRole("button", { name: "Send a reset link" }).click();
      await notice(page).getByText("If the account exists, a reset link is on its way.").waitFor();
      expect(await form.isVisible()).toBe(false);
      expect((await webhook.delivery(1)).body.user.email).toBe(email);
      expect(faults).toEqual([]);
      await close();
      await sending.close();

      const without = await openWindow(browser, server.origin);
      await without.page.goto(path);
      await region(without.page, "Log in").waitFor();
      expect(await without.page.getByText("Forgot your password?").count()).toBe(0);
      await without.close();
    },
  );

  test("takes the token of another link that is opened in its place", async () => {
    const { id } = await server.createUser();
    const { token } = await server.store.transaction((transaction) => issueReset(transaction, id));
    const { page, faults, close } = await openWindow(browser, server.origin);
    await page.goto("/session/reset#token=expired");
    const form = region(page, "New password");
    await form.waitFor();
    // Only the fragment differs, so the browser keeps the document.
    await page.goto(`/session/reset#token=${token}`);
    await page.waitForURL(`${server.origin}/session/reset`);
    await form.waitFor();
    await fillIn(form, { "New password": NEW_PASSWORD });
    await form.getByRole("button", { name: "Set password" }).click();
    await page.getByText("Your password is changed.").waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test("explains what is wrong with a used or incomplete link", async () => {
    const { page, close } = await openWindow(browser, server.origin);
    await page.goto("/session/reset#token=used");
    const form = region(page, "New password");
    await fillIn(form, { "New password": NEW_PASSWORD });
    await form.getByRole("button", { name: "Set password" }).click();
    await form.getByText("Invalid or expired token").waitFor();
    await page.goto("/session/");
    await page.goto("/session/reset");
    await page.getByText("This link is not complete.").waitFor();
    expect(await form.isVisible()).toBe(false);
    await close();
  });
});
