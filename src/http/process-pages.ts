import { Router } from "express";

interface ProcessPagesOptions {
  readonly sessionApiBase: string;
  readonly bearerApiBase: string;
  readonly isReady: () => Promise<boolean>;
  /** Whether `/` and `/health` belong to the process, because no API is mounted at the root. */
  readonly ownsRoot: boolean;
}

/** The routes that belong to neither API: health, readiness and the home page. */
export function createProcessPages({
  sessionApiBase,
  bearerApiBase,
  isReady,
  ownsRoot,
}: ProcessPagesOptions): Router {
  const router = Router();

  router.get("/ready", async (_request, response) => {
    const ready = await isReady();
    if (!ready) response.set("Retry-After", "1");
    response.status(ready ? 200 : 503).json({ status: ready ? "ready" : "unavailable" });
  });
  if (!ownsRoot) return router;

  router.get("/health", (_request, response) => {
    response.json({ status: "ok", timestamp: new Date().toISOString() });
  });
  router.get("/", (_request, response) => {
    // The process has no base and so no assets. Both APIs have the same ones.
    response.render("home", { title: "groundwork", base: sessionApiBase, sessionApiBase, bearerApiBase });
  });
  return router;
}
