import { once } from "node:events";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { destination, pino } from "pino";
import type { Config } from "./config.ts";
import { ConfigError, readConfig } from "./config.ts";
import { createServer } from "./create-server.ts";
import { DatabaseError } from "./database/database.ts";

/** A write for every line would be a fifth of what a small request costs: lines are gathered for a moment. */
const LOG_BUFFER = { minLength: 4096, periodicFlush: 100 };
/** Whoever reads the log may have stopped reading. */
const LONGEST_LOG_END_MS = 1_000;

/** Configuration, server, listener, and what happens when the process is told to stop. */
async function startServer(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile();
  const config = readConfig(process.env);
  const output = destination({ fd: process.stdout.fd, sync: false, ...LOG_BUFFER });
  const logger = pino({ level: config.logLevel, base: null }, output);
  for (const warning of config.warnings) logger.warn(warning);

  const { http, stop, close } = await createServer(config, logger);
  http.on("error", (error) => fail(`can't listen on ${config.host}:${config.port}: ${error.message}`));
  http.listen(config.port, config.host, () => announce(logger, config, http.address() as AddressInfo));
  stop.onSignal(async (finished) => {
    await close();
    logger.info(finished ? "stopped" : "stopped with requests still open");
    await endLog(output);
    process.exit(finished ? 0 : 1);
  });
}

/** Lines are written behind the back of the requests, and the last ones would be lost with the process. */
async function endLog(output: ReturnType<typeof destination>): Promise<void> {
  const isWritten = once(output, "close");
  output.end();
  await Promise.race([isWritten, sleep(LONGEST_LOG_END_MS)]);
}

function announce(logger: Logger, config: Config, { address, port, family }: AddressInfo): void {
  const origin = `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  const sessionApi = `${origin}${config.sessionApiBase}/`;
  const bearerApi = `${origin}${config.bearerApiBase}/`;
  logger.info(
    { address: origin, sessionApi, bearerApi, sessionApiAccess: config.sessionApiAccess },
    "listening",
  );
}

function fail(message: string): never {
  process.stderr.write(`groundwork: ${message}\n`);
  process.exit(1);
}

try {
  await startServer();
} catch (error) {
  // What an operator can mend is said in one line; anything else is a fault of ours and keeps its stack.
  if (error instanceof ConfigError || error instanceof DatabaseError) fail(error.message);
  throw error;
}
