import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { TEST_SECRET } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PROGRAMS = [["dist/start.js"], ["dist/admin/main.js", "migrate"]];
const SECRET = `JWT_SECRET=${TEST_SECRET}\n`;

const FAULTS: readonly (readonly [string, (path: string) => void, RegExp])[] = [
  ["is a folder", (path) => mkdirSync(path), /\.env can't be read: it is a folder/],
  // The same for every user, including root.
  ["can't be read", (path) => symlinkSync(path, path), /\.env can't be read: ELOOP/],
  [
    "begins with a BOM",
    (path) => writeFileSync(path, `\uFEFF${SECRET}`),
    /\.env begins with a byte order mark/,
  ],
  [
    "is UTF-16",
    (path) => writeFileSync(path, `\uFEFF${SECRET}`, "utf16le"),
    /\.env begins with a byte order mark/,
  ],
];

test.each(FAULTS)(
  "a .env that %s stops the server and the commands with one line",
  async (_, make, message) => {
    for (const [script = "", ...args] of PROGRAMS) {
      const cwd = temporaryFolder();
      make(join(cwd, ".env"));
      const { code, stdout, stderr } = await runCommand([resolve(script), ...args], { cwd });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(message);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    }
  },
);

test("a plain .env is read, and environment variables take precedence over it", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, ".env"), "DATABASE_URL=file:from-file.db\n");
  const migrate = (env: Record<string, string>) =>
    runCommand([resolve("dist/admin/main.js"), "migrate"], { cwd, env });
  expect((await migrate({})).stdout).toContain("from-file.db");
  expect((await migrate({ DATABASE_URL: "file:from-environment.db" })).stdout).toContain(
    "from-environment.db",
  );
});
