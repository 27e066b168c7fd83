import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "./support/run-command.ts";
import { TEST_SECRET } from "./support/start-test-server.ts";

const START = resolve("dist/start.js");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-server-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (env: Record<string, string>) => runCommand([START], { cwd: folder, env });

describe("a start with invalid settings", () => {
  test.each([
    [{ JWT_SECRET: "" }, "groundwork: JWT_SECRET must be set"],
    [{ JWT_SECRET: TEST_SECRET, PORT: "x" }, "groundwork: PORT must be a whole number"],
    [
      { JWT_SECRET: TEST_SECRET, DATABASE_URL: "file:/dev/null/x.db" },
      "groundwork: the database /dev/null/x.db can't be opened",
    ],
    [
      { JWT_SECRET: TEST_SECRET, HOST: "203.0.113.9", DATABASE_URL: ":memory:" },
      "groundwork: HOST 203.0.113.9 and PORT 3000 can't be used: ",
    ],
  ])("fails with one clear line for %j", async (env, message) => {
    const { code, stderr } = await start(env);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).not.toContain(TEST_SECRET);
  });

  test("names a file that isn't a database", async () => {
    writeFileSync(join(folder, "novel.db"), "It was a dark and stormy night. ".repeat(100));
    const { code, stderr } = await start({ JWT_SECRET: TEST_SECRET, DATABASE_URL: "file:novel.db" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^groundwork: the database novel\.db can't be opened: /);
  });
});

test.each([["--help"], ["--port", "80"]])(
  "a start with the arguments %s fails with one line that names the settings",
  async (...args) => {
    const { code, stdout, stderr } = await runCommand([START, ...args], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^groundwork: the server takes no arguments: set environment variables .+\n$/);
  },
);

test("a started server logs its address, serves its pages, and stops on SIGTERM with exit code 0", async () => {
  const env = { ...process.env, JWT_SECRET: TEST_SECRET, PORT: "0", LOG_LEVEL: "info" };
  const child = spawn(process.execPath, [START], { cwd: folder, env });
  const lines = on(createInterface(child.stdout), "line");
  const [created, listening] = [await lines.next(), await lines.next()].map(({ value }) =>
    JSON.parse(String(value)),
  );
  expect(created).toMatchObject({ file: "data/groundwork.db", msg: "store created" });
  const { address } = listening;
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const page = await fetch(`${address}/session/`);
  expect(await page.text()).toContain("<title>Session API");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});
