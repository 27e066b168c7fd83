import { join } from "node:path";
import type { Express } from "express";
import express from "express";
import type { Logger } from "pino";
import { createBearerApi } from "./bearer-api/api.ts";
import type { Config } from "./config.ts";
import { createCors } from "./http/cors.ts";
import { createDeviceCookie } from "./http/device-cookie.ts";
import { createErrorBoundary, notFound, presentPlainError } from "./http/error-boundary.ts";
import { createForeignFormCheck } from "./http/foreign-forms.ts";
import type { Answer } from "./http/request-log.ts";
import { createRequestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { sendJson } from "./http/send-json.ts";
import type { SharedServices } from "./services/create-services.ts";
import { createSessionApi } from "./session-api/api.ts";

/** The app's dependencies, which `create-server.ts` makes. */
export interface AppDeps extends SharedServices {
  readonly config: Config;
  readonly logger: Logger;
  /** Whether the process takes requests: its store answers and no shutdown has begun. */
  readonly isReady: () => Promise<boolean>;
  /** Called for each answer. */
  readonly onAnswer?: ((answer: Answer) => void) | undefined;
}

/**
 * The whole server: what every request passes first, then the two APIs, each under its own base, and the pages of the
 * process. An API mounted at `/` answers every remaining path, so `/health` and `/` belong to the process only
 * if neither API is mounted there. `/ready` always does.
 */
export function createApp(deps: AppDeps): Express {
  const { config, logger, isReady, onAnswer } = deps;
  const isForeignForm = createForeignFormCheck(config.corsOrigin);
  const deviceCookie = createDeviceCookie({
    keys: config.sessionSecrets,
    secure: config.isProduction,
    isForeignForm,
  });
  const services = { ...deps, deviceCookie };
  const apis = [
    { base: config.sessionApiBase, api: createSessionApi(services, { ...config, isForeignForm }) },
    { base: config.bearerApiBase, api: createBearerApi(services, config) },
  ];
  // An API at the root takes every remaining path, so the other one is mounted first.
  apis.sort((one, other) => other.base.length - one.base.length);

  const app = createExpress(config);
  app.use(createRequestLog(logger, onAnswer), securityHeaders, createCors(config.corsOrigin));
  app.get("/ready", async (_request, response) => {
    const ready = await isReady();
    if (!ready) response.set("Retry-After", "1");
    response.status(ready ? 200 : 503).json({ status: ready ? "ready" : "unavailable" });
  });
  for (const { base, api } of apis) app.use(base || "/", api);
  app.get("/health", (_request, response) => {
    response.json({ status: "ok", timestamp: new Date().toISOString() });
  });
  app.get("/", (_request, response) => {
    const { sessionApiBase, bearerApiBase } = config;
    // The process has no base and so no assets. Both APIs have the same ones.
    response.render("home", { title: "groundwork", base: sessionApiBase, sessionApiBase, bearerApiBase });
  });
  app.use(notFound, createErrorBoundary(presentPlainError));
  return app;
}

function createExpress({ trustProxyHops }: Config): Express {
  const app = express();
  app.disable("x-powered-by");
  // An ETag costs a hash of every body and is useless on answers that must not be stored.
  app.disable("etag");
  app.response.json = sendJson;
  app.set("query parser", "simple");
  app.set("trust proxy", trustProxyHops);
  app.set("view engine", "ejs");
  app.set("views", join(import.meta.dirname, "../views"));
  return app;
}
