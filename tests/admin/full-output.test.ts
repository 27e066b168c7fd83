import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, expect } from "vitest";
import { fullDevice } from "../support/machine.ts";
import { startTestServer } from "../support/start-test-server.ts";
import { testWith } from "../support/test-with.ts";

const server = await startTestServer();
afterAll(() => server.close());

/** Makes an account a guest, with a full disk under one of the command's outputs. */
function makeGuest(email: string, fullOutput: "stdout" | "stderr") {
  const full = openSync("/dev/full", "w");
  const stdio = [
    "ignore",
    fullOutput === "stdout" ? full : "pipe",
    fullOutput === "stderr" ? full : "pipe",
  ] as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve("dist/admin/main.js"), "set-user", "--email", email, "--role", "guest"],
    { env: { ...process.env, DATABASE_URL: server.databaseUrl }, stdio: [...stdio], encoding: "utf8" },
  );
  closeSync(full);
  return { status, stdout, stderr };
}

testWith([fullDevice], "a command succeeds if only its log can't be written", async () => {
  const { email } = await server.createUser();
  const stdout = `${email}: role guest, active.\n`;
  expect(makeGuest(email, "stderr")).toEqual({ status: 0, stdout, stderr: null });
});

testWith(
  [fullDevice],
  "a command says in one line that it is done if its answer can't be written",
  async () => {
    const { email } = await server.createUser();
    const { status, stderr } = makeGuest(email, "stdout");
    expect(status).toBe(1);
    expect(stderr.split("\n").slice(1)).toEqual([
      "set-user: the command is done, but its answer can't be written: no space left on device",
      "",
    ]);
  },
);
