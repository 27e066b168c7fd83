import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page, Response } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BrowserWindow } from "../support/browser-window.ts";
import { openWindow } from "../support/browser-window.ts";
import { logIn, region } from "../support/console-page.ts";
import { launchChromium } from "../support/launch-chromium.ts";
import { chromium } from "../support/machine.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";
import { describeWith } from "../support/test-with.ts";

/** Serves an empty page of another site. */
const foreignSite = createServer((_request, response) => {
  response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Somebody else</title>");
});

describeWith([chromium], "a malicious page", () => {
  let browser: Browser;
  let server: TestServer;
  let window: BrowserWindow;
  let page: Page;
  let api: string;

  beforeAll(async () => {
    browser = await launchChromium();
    await new Promise<void>((resolve) => foreignSite.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    await browser.close();
    foreignSite.close();
  });

  beforeEach(async () => {
    server = await startTestServer();
    api = `${server.origin}/session/api/v1`;
    await server.createUser({ email: "mallory@example.com" });
    await server.createUser({ email: "grace@example.com" });
    window = await openWindow(browser, server.origin);
    page = window.page;
  });
  afterEach(async () => {
    await window.close();
    await server.close();
  });

  const openForeignPage = (host: string) =>
    page.goto(`http://${host}:${(foreignSite.address() as AddressInfo).port}/`);

  /** Submits a plain form whose body is valid JSON, which another site can do without a CORS preflight. */
  async function submitForm(path: string, body: object): Promise<Response> {
    const json = JSON.stringify(body);
    // A form puts a `=` between a name and its value, so it must be inside a string.
    const name = `${json.slice(0, -1)}${json === "{}" ? "" : ","}"padding":"`;
    await page.setContent(`
      <form method="post" enctype="text/plain" action="${api + path}">
        <input type="hidden" name='${name}' value='"}'>
        <button>Win a prize</button>
      </form>`);
    const answer = page.waitForResponse(api + path);
    await page.getByRole("button").click();
    await page.waitForURL(api + path);
    return answer;
  }

  /** Calls fetch with the visitor's cookies. @returns the answer, if the page may read it */
  const fetchWithCookies = (method: string, path: string, type?: string, body?: object) =>
    page.evaluate(
      async ([url, method, type, body]) => {
        const init: RequestInit = { method, credentials: "include" };
        if (type !== undefined) init.headers = { "Content-Type": type };
        if (type === "text/plain") init.mode = "no-cors";
        if (body !== undefined) init.body = body;
        try {
          return await (await fetch(url, init)).text();
        } catch {
          return "refused by the browser";
        }
      },
      [api + path, method, type, body && JSON.stringify(body)] as const,
    );

  async function logInAsGrace(): Promise<void> {
    await page.goto("/session/");
    await logIn(page, "grace@example.com");
    await region(page, "Your account").waitFor();
  }

  async function expectGraceUntouched(): Promise<void> {
    await page.goto("/session/");
    await region(page, "Your account").getByText("grace@example.com").waitFor();
    const { body } = await server.request.get("/session/api/v1/posts");
    expect(body.meta.total).toBe(0);
    expect(await server.accounts.findByEmail("grace@example.com")).toMatchObject({ name: "Ada Lovelace" });
  }

  const login = { email: "mallory@example.com", password: PASSWORD };
  const post = { title: "Mallory was here", body: "In your name", published: true };

  describe.each([
    ["of another site", "localhost"],
    ["of the same site on another port", "127.0.0.1"],
  ])("%s", (_where, host) => {
    test("can't log a visitor in with a form", async () => {
      await openForeignPage(host);
      const answer = await submitForm("/auth/login", login);
      expect(answer.status()).toBe(403);
      expect(await page.context().cookies(api)).toEqual([]);
    });

    test("can't register a visitor with a form", async () => {
      await openForeignPage(host);
      const answer = await submitForm("/auth/register", { ...login, name: "M", email: "m@example.com" });
      expect(answer.status()).toBe(403);
      expect(await page.context().cookies(api)).toEqual([]);
    });

    test("can't log a visitor in with fetch", async () => {
      await openForeignPage(host);
      await fetchWithCookies("POST", "/auth/login", "text/plain", login);
      expect(await fetchWithCookies("POST", "/auth/login", "application/json", login)).toBe(
        "refused by the browser",
      );
      expect(await page.context().cookies(api)).toEqual([]);
    });

    test("can't act in a visitor's session with a form", async () => {
      await logInAsGrace();
      await openForeignPage(host);
      expect((await submitForm("/posts", post)).status()).toBe(403);
      await openForeignPage(host);
      expect((await submitForm("/auth/logout", {})).status()).toBe(403);
      await expectGraceUntouched();
    });

    test("can't act in a visitor's session with fetch or read the answer", async () => {
      await logInAsGrace();
      const { id } = (await server.accounts.findByEmail("grace@example.com")) ?? {};
      await openForeignPage(host);
      for (const [method, path, type, body] of [
        ["GET", "/auth/me", undefined],
        ["POST", "/posts", "application/json", post],
        ["PUT", `/users/${id}`, "application/json", { name: "Mallory" }],
        ["DELETE", `/users/${id}`, undefined],
      ] as const) {
        expect(await fetchWithCookies(method, path, type, body)).toBe("refused by the browser");
      }
      await fetchWithCookies("POST", "/posts", "text/plain", post);
      await fetchWithCookies("POST", "/auth/logout", "text/plain");
      await expectGraceUntouched();
    });

    test("can't show the console in a frame", async () => {
      await openForeignPage(host);
      await page.setContent(`<iframe src="${server.origin}/session/"></iframe>`, { waitUntil: "load" });
      expect(await page.frames().at(-1)?.getByRole("heading").count()).toBe(0);
    });
  });

  test("of another site gets no cookie with its form", async () => {
    await logInAsGrace();
    await openForeignPage("localhost");
    const answer = await submitForm("/posts", post);
    expect(await answer.request().allHeaders()).not.toHaveProperty("cookie");
  });
});
