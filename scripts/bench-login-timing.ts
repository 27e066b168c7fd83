import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../src/database/open-database.ts";
import { createStore } from "../src/repositories/store.ts";
import { createAccounts } from "../src/services/accounts.ts";
import { createPasswords } from "../src/services/passwords.ts";
import { spawnServer } from "../tests/support/spawn-server.ts";
import { median } from "./bench/statistics.ts";

const ROUNDS = Number(process.argv[2] ?? 200);
const WARM_UP_ROUNDS = 10;
const PATHS = ["/session/api/v1/auth/login", "/bearer/api/v1/auth/login"];
const CASES = ["wrong password", "unknown email", "inactive user"] as const;
const EMAILS = ["active@example.com", "unknown@example.com", "inactive@example.com"];

/** Creates one active and one inactive account. */
async function prepare(path: string): Promise<void> {
  const database = await openDatabase({ engine: "sqlite", path });
  const passwords = createPasswords(10, 1);
  const accounts = createAccounts(createStore(database), passwords);
  for (const email of [EMAILS[0], EMAILS[2]]) {
    await accounts.register({ email: email ?? "", name: "Ada", password: "correct horse" });
  }
  const inactive = await accounts.findByEmail(EMAILS[2] ?? "");
  await accounts.deactivate(inactive?.id ?? "");
  await passwords.close();
  await database.close();
}

async function time(url: string, email: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(url, {
    method: "POST",
    body: JSON.stringify({ email, password: "wrong guess" }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 401) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - start;
}

const shuffled = (indices: Iterable<number>): number[] =>
  Array.from(indices, (index) => ({ index, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ index }) => index);

/** Each round tries the three kinds of failure in a random order, so that other load affects all of them equally. */
async function measure(url: string): Promise<void> {
  const durations = CASES.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const which of shuffled(CASES.keys())) {
      const duration = await time(url, EMAILS[which] ?? "");
      if (round >= 0) durations[which]?.push(duration);
    }
  }
  const medians = durations.map(median);
  const summary = CASES.map((name, which) => `${name} ${medians[which]?.toFixed(2)} ms`).join(", ");
  const ratio = Math.max(...medians) / Math.min(...medians);
  console.log(`${new URL(url).pathname}: medians of ${ROUNDS}: ${summary}; ratio ${ratio.toFixed(3)}`);
}

/** `node scripts/bench-login-timing.ts [rounds]` measures whether the time of a failed login reveals the reason. */
async function benchLoginTiming(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-bench-"));
  const path = join(folder, "groundwork.db");
  await prepare(path);
  const limits = {
    RATE_LIMIT_LOGIN: "100000/1d",
    RATE_LIMIT_LOGIN_ADDRESS: "1000000/1d",
    RATE_LIMIT_LOGIN_ACCOUNT: "1000000/1d",
  };
  const settings = { DATABASE_URL: `file:${path}`, BCRYPT_COST: "10", ...limits };
  const server = await spawnServer(settings, folder);
  try {
    for (const route of PATHS) await measure(server.origin + route);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

await benchLoginTiming();
