import cluster from "node:cluster";
import { ConfigError, readConfig } from "./config.ts";
import { loadEnvFile } from "./load-env-file.ts";
import { failOnKnown } from "./processes/fail.ts";
import { openLog } from "./processes/log.ts";

/** One process that serves, or, with `WORKERS`, one that keeps that many running. Each loads only what it needs. */
async function startServer(): Promise<void> {
  if (process.argv.length > 2) {
    // Not repeated here: an argument may be a secret.
    throw new ConfigError(
      "the server takes no arguments: set environment variables (see .env.example or docs/configuration.md)",
    );
  }
  loadEnvFile();
  const config = readConfig(process.env);
  const log = openLog(config);
  if (cluster.isPrimary) for (const warning of config.warnings) log.logger.warn(warning);
  if (cluster.isPrimary && config.workers > 1) {
    const { superviseWorkers } = await import("./processes/supervise-workers.ts");
    await superviseWorkers(config, log);
  } else {
    const { serve } = await import("./processes/serve.ts");
    await serve(config, log);
  }
}

await startServer().catch(failOnKnown);
