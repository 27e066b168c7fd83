import type { Server } from "node:http";
import { createServer as createHttpServer } from "node:http";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./database/open-database.ts";
import type { GracefulStop } from "./http/graceful-stop.ts";
import { createGracefulStop } from "./http/graceful-stop.ts";
import { createStore } from "./repositories/store.ts";
import { createAccounts } from "./services/accounts.ts";
import { createComments } from "./services/comments.ts";
import { createPasswords } from "./services/passwords.ts";
import { createPosts } from "./services/posts.ts";
import { createSessions } from "./services/sessions.ts";
import { createSignedTokens } from "./services/signed-tokens.ts";
import { createUserTokens } from "./services/user-tokens.ts";

/** A server that is ready to listen. */
export interface GroundworkServer {
  readonly http: Server;
  readonly stop: GracefulStop;
  /** Releases the threads and the store, which is closed last. To be called once no request is open. */
  close(): Promise<void>;
}

/**
 * Makes everything a server consists of, from its configuration.
 *
 * @throws {DatabaseError} where the store can't be used
 */
export async function createServer(config: Config, logger: Logger): Promise<GroundworkServer> {
  const database = await openDatabase(config.database);
  const passwords = await createPasswords(config.bcryptCost);
  const store = createStore(database);
  const http = createHttpServer();
  const stop = createGracefulStop(http, config.shutdownTimeoutMs);
  const app = createApp({
    config,
    logger,
    accounts: createAccounts(store, passwords),
    sessions: createSessions(store),
    signedTokens: createSignedTokens(config.jwtSecret),
    userTokens: createUserTokens(store),
    posts: createPosts(store),
    comments: createComments(store),
    isReady: async () => !stop.hasBegun() && (await answers(store.ping)),
  });
  http.on("request", app);

  return {
    http,
    stop,
    async close() {
      await passwords.close();
      await database.close();
    },
  };
}

async function answers(ping: () => Promise<void>): Promise<boolean> {
  try {
    await ping();
    return true;
  } catch {
    return false;
  }
}
