import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import SqliteDatabase from "better-sqlite3";

/** Better Auth on a SQLite file of its own; its check of a session is what is measured. */
const { PORT, DATABASE_PATH, JWT_SECRET } = process.env;
const database = new SqliteDatabase(`${DATABASE_PATH}.better-auth`);
database.pragma("journal_mode = WAL");
const options = {
  database,
  secret: JWT_SECRET,
  baseURL: `http://127.0.0.1:${PORT}`,
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: true, max: 1e9, customRules: { "/sign-up/*": { window: 10, max: 1e9 } } },
  telemetry: { enabled: false },
};
const { runMigrations } = await getMigrations(options);
await runMigrations();
createServer(toNodeHandler(betterAuth(options))).listen(Number(PORT), "127.0.0.1");
