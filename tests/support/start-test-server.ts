import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import supertest from "supertest";
import { afterAll, onTestFinished } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createServer } from "../../src/create-server.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import type { Queries } from "../../src/database/queries.ts";
import type { Role, User } from "../../src/domain/user.ts";
import type { Store } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import type { Accounts } from "../../src/services/accounts.ts";
import { createAccounts } from "../../src/services/accounts.ts";
import type { Passwords } from "../../src/services/passwords.ts";
import { createPasswords } from "../../src/services/passwords.ts";
import { createMigratedStore } from "./create-test-store.ts";

export const TEST_SECRET = "a secret for tests, 32 bytes or more";
/** Set by vitest.config.ts for the whole run, so that no test depends on the number of processors. */
export const HASHING_CONCURRENCY = process.env["HASHING_CONCURRENCY"] ?? "";
export const PASSWORD = "correct horse battery";

/** A new server with a real store and real HTTP on a free port. */
export interface TestServer {
  readonly origin: string;
  readonly request: ReturnType<typeof supertest>;
  /** The store's `DATABASE_URL`. */
  readonly databaseUrl: string;
  readonly http: Server;
  /** The log lines so far, each of them JSON. */
  readonly logLines: readonly string[];
  /** Direct access to the same store, for everything that no API can do, such as creating admins. */
  readonly accounts: Accounts;
  readonly store: Store;
  readonly queries: Queries;
  /** Creates an account with the password `PASSWORD`. */
  createUser(overrides?: { email?: string; name?: string; role?: Role }): Promise<User>;
  /** Only the first call closes it, so that a test can close it earlier. */
  close(): Promise<void>;
}

/** By cost. All servers of a test file share them: a process that hashes takes longer to start than a hash. */
const passwordsByCost = new Map<number, Passwords>();
const closePasswords = () => Promise.all([...passwordsByCost.values()].map((passwords) => passwords.close()));
// `scripts/take-screenshots.ts` starts servers outside of a test run, where Vitest's hooks throw.
if (process.env["VITEST"] === undefined) process.once("beforeExit", closePasswords);
else afterAll(closePasswords);

function passwordsAt(cost: number): Passwords {
  const passwords = passwordsByCost.get(cost) ?? createPasswords(cost, 1);
  passwordsByCost.set(cost, passwords);
  return passwords;
}

let lastUser = 0;

/** Environment variables in addition to a test's usual ones. */
type Settings = Readonly<Record<string, string>>;

/** A server that is closed after the test. */
export async function openTestServer(settings: Settings = {}): Promise<TestServer> {
  const server = await startTestServer(settings);
  onTestFinished(() => server.close());
  return server;
}

/** A server that its caller closes. */
export async function startTestServer(settings: Settings = {}): Promise<TestServer> {
  const testStore = await createMigratedStore();
  const config = readConfig({
    JWT_SECRET: TEST_SECRET,
    DATABASE_URL: testStore.url,
    DATABASE_POOL_SIZE: "4",
    BCRYPT_COST: "4",
    HASHING_CONCURRENCY,
    RATE_LIMIT_LOGIN: "off",
    RATE_LIMIT_LOGIN_ACCOUNT: "off",
    RATE_LIMIT_REGISTER: "off",
    ...settings,
  });
  const logLines: string[] = [];
  const logger = pino({ level: config.logLevel, base: null }, { write: (line) => void logLines.push(line) });
  const { http, close } = await createServer(config, logger);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const database = await openDatabase(config.database);
  const store = createStore(database);
  const accounts = createAccounts(store, passwordsAt(config.bcryptCost));

  async function closeAll(): Promise<void> {
    await new Promise((resolve) => {
      http.close(resolve);
      http.closeAllConnections();
    });
    await close();
    await database.close();
    await testStore.remove();
  }

  let closing: Promise<void> | undefined;
  return {
    origin,
    request: supertest(origin),
    databaseUrl: testStore.url,
    http,
    logLines,
    accounts,
    store,
    queries: database.queries,
    async createUser({ email, name = "Ada Lovelace", role = "user" } = {}) {
      lastUser += 1;
      return accounts.register(
        { email: email ?? `user-${lastUser}@example.com`, name, password: PASSWORD },
        { role },
      );
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
