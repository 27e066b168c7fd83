import { createServer as createHttpServer } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./database/open-database.ts";
import { createExpressMessages } from "./http/express-messages.ts";
import { createGracefulStop } from "./http/graceful-stop.ts";
import { oneAtATime } from "./http/one-at-a-time.ts";
import { toOriginForm, warnOfProxy } from "./http/proxied-requests.ts";
import type { Answer } from "./http/request-log.ts";
import { createUnreadAnswers } from "./http/unread-answers.ts";
import { repeat } from "./repeat.ts";
import type { Store } from "./repositories/store.ts";
import { createStore } from "./repositories/store.ts";
import type { Attempts } from "./services/attempts.ts";
import { createServices } from "./services/create-services.ts";
import { createPasswords } from "./services/passwords.ts";
import { createReadiness } from "./services/readiness.ts";
import type { DeliveryReport, ResetWebhook } from "./services/reset-requests.ts";
import { createResetRequests } from "./services/reset-requests.ts";

/**
 * How long a client may take before its connection is closed. Every request is small and every answer quick, so a
 * slower client is one that holds connections open to exhaust them.
 */
const CONNECTION_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
};
/** Most requests have no body, and need no stream to read it from. Node.js before 24.12 does not know the option. */
const REQUEST_OPTIONS = { optimizeEmptyRequests: true };
/** Also ends the answer to a client that has stopped reading. */
const IDLE_SOCKET_TIMEOUT_MS = 60_000;

const SWEEP_INTERVAL_MS = 60_000;
/** Other processes store reset messages too, so the store has to be polled. */
const RESET_POLL_MS = 5_000;

/**
 * Makes everything that a server ready to listen consists of, from its configuration.
 *
 * @param onAnswer is called for each answer
 * @throws {DatabaseError} if the store can't be used
 */
export async function createServer(config: Config, logger: Logger, onAnswer?: (answer: Answer) => void) {
  const database = await openDatabase(config.database, (file, what) => logger.info({ file }, what));
  const passwords = createPasswords(config.bcryptCost, config.hashingConcurrency);
  const store = createStore(database);
  const services = createServices(store, passwords, config);
  const sweep = repeat(async () => {
    await services.sweep().catch((err: unknown) => logger.error({ err }, "sweep failed"));
    return SWEEP_INTERVAL_MS;
  }, SWEEP_INTERVAL_MS);
  const reset = config.resetWebhook && startResets(config.resetWebhook, store, services.attempts, logger);
  const storeAnswers = createReadiness(store.ping, (err) => {
    if (err === undefined) logger.info("store available again");
    else logger.error({ err }, "store unavailable");
  });
  const app = createApp({
    ...services,
    config,
    logger,
    resetRequests: reset?.requests,
    isReady: async () => !stop.hasBegun() && (await storeAnswers()),
    onAnswer,
  });
  const http = createHttpServer({ ...CONNECTION_LIMITS, ...REQUEST_OPTIONS, ...createExpressMessages(app) });
  const stop = createGracefulStop(http, {
    delayMs: config.shutdownDelayMs,
    timeoutMs: config.shutdownTimeoutMs,
  });
  http.setTimeout(IDLE_SOCKET_TIMEOUT_MS);
  if (config.trustProxyHops === 0) warnOfProxy(http, logger);
  const boundUnread = createUnreadAnswers();
  const answer = oneAtATime((request, response) => {
    stop.watch(response);
    boundUnread(response);
    toOriginForm(request);
    app(request, response);
  });
  http.on("connection", rememberAddress).on("request", answer);

  return {
    http,
    stop,
    figures: {
      hashing: passwords.figures,
      openSessions: services.sessions.countOpen,
      store: database.figures,
    },
    /** Ends the hashing processes and releases the store, which is closed last. To be called once no request is open. */
    async close(): Promise<void> {
      await sweep.stop();
      await reset?.delivery.stop();
      await passwords.close();
      await database.close();
    },
  };
}

/** People ask for reset links, and the webhook gets them beside the requests. */
function startResets(webhook: ResetWebhook, store: Store, attempts: Attempts, logger: Logger) {
  const requests = createResetRequests({
    store,
    attempts,
    webhook,
    onReport: (report) => logDelivery(logger, report),
    onStored: () => delivery.wake(),
  });
  const delivery = repeat(async (signal) => {
    const next = await requests.deliverDue(signal).catch((err: unknown) => {
      logger.error({ err }, "reset messages can't be read");
      return undefined;
    });
    return Math.min(RESET_POLL_MS, (next?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now());
  });
  return { requests, delivery };
}

function logDelivery(logger: Logger, { event, ...message }: DeliveryReport): void {
  const level = event === "delivered" ? "info" : event === "failed" ? "warn" : "error";
  logger[level](message, `reset message ${event}`);
}

/** After the client resets the connection, `remoteAddress` is undefined, so it is read early. */
const rememberAddress = (socket: Socket): void => void socket.remoteAddress;
