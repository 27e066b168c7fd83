import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import supertest from "supertest";
import { readConfig } from "../../src/config.ts";
import { createServer } from "../../src/create-server.ts";

/** A running server of its own: a real SQLite file, real HTTP on a free port. */
export interface TestServer {
  readonly origin: string;
  readonly request: ReturnType<typeof supertest>;
  readonly databasePath: string;
  /** What has been logged so far, a JSON line each. */
  readonly logLines: readonly string[];
  close(): Promise<void>;
}

export const TEST_SECRET = "a secret for tests, 32 bytes or more";

/** @param settings environment variables that differ from a test's usual ones */
export async function startTestServer(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-test-"));
  const databasePath = join(folder, "groundwork.db");
  const config = readConfig({
    JWT_SECRET: TEST_SECRET,
    DATABASE_URL: `file:${databasePath}`,
    BCRYPT_COST: "4",
    RATE_LIMIT_LOGIN: "off",
    RATE_LIMIT_REGISTER: "off",
    ...settings,
  });
  const logLines: string[] = [];
  const logger = pino({ level: config.logLevel, base: null }, { write: (line) => void logLines.push(line) });
  const { http, close } = await createServer(config, logger);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    origin,
    request: supertest(origin),
    databasePath,
    logLines,
    async close() {
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      });
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
