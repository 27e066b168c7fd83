import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { context } from "esbuild";
import { browserAssets } from "./browser-assets.ts";

/**
 * Starts the server from its sources. If there is no `.env`, it creates one with new secrets. It rebuilds the files for
 * browsers after every change.
 */
async function startDevelopment(): Promise<void> {
  if (!existsSync(".env")) {
    const secrets = readFileSync(".env.example", "utf8").replace(
      /^(JWT_SECRET|SESSION_SECRET)=$/gm,
      (_line, name) => `${name}=${randomBytes(32).toString("hex")}`,
    );
    writeFileSync(".env", secrets, { mode: 0o600 });
    console.log("Wrote .env with fresh secrets.");
  }
  const assets = await context(browserAssets);
  await assets.rebuild();
  await assets.watch();
  const server = spawn(process.execPath, ["--watch-path=src", "--watch-path=views", "src/start.ts"], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => process.exit(code ?? 0));
}

await startDevelopment();
