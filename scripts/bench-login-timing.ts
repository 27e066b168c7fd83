import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../src/database/open-database.ts";
import { createStore } from "../src/repositories/store.ts";
import { createAccounts } from "../src/services/accounts.ts";
import { createPasswords } from "../src/services/passwords.ts";
import { someUser } from "../tests/support/rows.ts";
import { spawnServer } from "../tests/support/spawn-server.ts";
import { median } from "./bench/statistics.ts";

const ROUNDS = Number(process.argv[2] ?? 200);
const WARM_UP_ROUNDS = 10;
const PATHS = ["/session/api/v1/auth/login", "/bearer/api/v1/auth/login"];
const CASES = ["wrong password", "unknown email", "inactive user"] as const;
const FORGOT_PATHS = ["/session/api/v1/auth/password/forgot", "/bearer/password/forgot"];
const FORGOT_CASES = ["known email", "unknown email"] as const;
const EMAILS = ["active@example.com", "unknown@example.com", "inactive@example.com"];

/** Each email is used once, because a request past its limit does less work. */
const forgotEmail = (path: string, which: number, round: number): string =>
  `${which === 0 ? "known" : "unknown"}-${FORGOT_PATHS.indexOf(path)}-${round + WARM_UP_ROUNDS}@example.com`;

/** Creates an active and an inactive account, and one for each request for a reset link. */
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
  await createStore(database).transaction(async ({ users }) => {
    for (const forgot of FORGOT_PATHS) {
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
        await users.insert(someUser({ email: forgotEmail(forgot, 0, round) }));
      }
    }
  });
  await database.close();
}

async function time(url: string, body: object, status: number, address = "192.0.2.1"): Promise<number> {
  const start = performance.now();
  const answer = await fetch(url, {
    method: "POST",
    headers: { "x-forwarded-for": address },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - start;
}

const timeLogin = (url: string, which: number): Promise<number> =>
  time(url, { email: EMAILS[which], password: "wrong guess" }, 401);

/** Each request has another address, because these requests are limited by address too. */
function timeForgot(url: string, which: number, round: number): Promise<number> {
  const { pathname } = new URL(url);
  const number = round + WARM_UP_ROUNDS;
  const address = `10.${which + 2 * FORGOT_PATHS.indexOf(pathname)}.${number >> 8}.${number % 256}`;
  return time(url, { email: forgotEmail(pathname, which, round) }, 202, address);
}

const shuffled = (indices: Iterable<number>): number[] =>
  Array.from(indices, (index) => ({ index, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ index }) => index);

/** Each round tries all cases in a random order, so that other load affects all of them equally. */
async function measure(
  url: string,
  cases: readonly string[],
  timeCase: (url: string, which: number, round: number) => Promise<number>,
): Promise<void> {
  const durations = cases.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const which of shuffled(cases.keys())) {
      const duration = await timeCase(url, which, round);
      if (round >= 0) durations[which]?.push(duration);
    }
  }
  const medians = durations.map(median);
  const summary = cases.map((name, which) => `${name} ${medians[which]?.toFixed(2)} ms`).join(", ");
  const ratio = Math.max(...medians) / Math.min(...medians);
  console.log(`${new URL(url).pathname}: medians of ${ROUNDS}: ${summary}; ratio ${ratio.toFixed(3)}`);
}

/**
 * `node scripts/bench-login-timing.ts [rounds]` measures whether the time of a failed login reveals the reason, and
 * whether the time of a request for a reset link reveals that the account exists.
 */
async function benchLoginTiming(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-bench-"));
  const path = join(folder, "groundwork.db");
  await prepare(path);
  const limits = {
    RATE_LIMIT_LOGIN: "100000/1d",
    RATE_LIMIT_LOGIN_ADDRESS: "1000000/1d",
    RATE_LIMIT_LOGIN_ACCOUNT: "1000000/1d",
  };
  const webhook = createServer((_, response) => void response.writeHead(204).end()).listen(0, "127.0.0.1");
  await once(webhook, "listening");
  const reset = {
    RESET_WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`,
    PUBLIC_URL: "http://localhost",
    WEBHOOK_SECRET: "x".repeat(32),
    TRUST_PROXY: "1",
  };
  const settings = { DATABASE_URL: `file:${path}`, BCRYPT_COST: "10", ...limits, ...reset };
  const server = await spawnServer(settings, folder);
  try {
    for (const route of PATHS) await measure(server.origin + route, CASES, timeLogin);
    for (const route of FORGOT_PATHS) await measure(server.origin + route, FORGOT_CASES, timeForgot);
  } finally {
    await server.stop();
    webhook.close();
    webhook.closeAllConnections();
    rmSync(folder, { recursive: true });
  }
}

await benchLoginTiming();
