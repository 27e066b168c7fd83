import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 3);
const WRITERS = 8;
/** A round is killed after one of its first acknowledged writes. */
const MOST_WRITES = 80;

/** Registers accounts until it is stopped, and records those that the server acknowledged. */
async function writeUntilDead(
  origin: string,
  name: string,
  acknowledge: (email: string) => void,
): Promise<void> {
  for (let count = 0; ; count++) {
    const email = `${name}-${count}@example.com`;
    const body = JSON.stringify({ email, password: "correct horse", name });
    try {
      const { status } = await fetch(`${origin}/bearer/api/v1/auth/register`, { method: "POST", body });
      if (status === 200) acknowledge(email);
    } catch {
      return;
    }
  }
}

test(`kill -9 during concurrent writes loses no acknowledged write (${ROUNDS} rounds)`, async () => {
  const folder = temporaryFolder();
  const path = `${folder}/groundwork.db`;
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    // The server starts without manual steps on the files of the previous round.
    const server = await spawnServer({ DATABASE_URL: `file:${path}` }, folder);
    const enough = Promise.withResolvers<void>();
    const lastOne = acknowledged.size + 1 + Math.floor(Math.random() * MOST_WRITES);
    const acknowledge = (email: string) => {
      if (acknowledged.add(email).size >= lastOne) enough.resolve();
    };
    const writers = Array.from({ length: WRITERS }, (_, index) =>
      writeUntilDead(server.origin, `round${round}-writer${index}`, acknowledge),
    );
    await enough.promise;
    expect(await server.stop("SIGKILL")).toBe("SIGKILL");
    await Promise.all(writers);

    const store = new Sqlite(path);
    expect(store.pragma("integrity_check", { simple: true })).toBe("ok");
    const stored = new Set(store.prepare("SELECT email FROM users").pluck().all());
    const kept = store.prepare("SELECT sum(total) FROM row_counts WHERE name = 'users'").pluck().get();
    store.close();
    expect(kept).toBe(stored.size);
    expect([...acknowledged].filter((email) => !stored.has(email))).toEqual([]);
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS);
}, 600_000);
