import { Router } from "express";

interface ProcessPagesOptions {
  readonly sessionApiBase: string;
  readonly bearerApiBase: string;
  readonly isReady: () => Promise<boolean>;
  /** Whether `/` and `/health` are the process's own, rather than those of an API mounted at the root. */
  readonly ownsRoot: boolean;
}

/** What belongs to the process rather than to either API: whether it is up, whether it is ready, and where things are. */
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
    // The process has no base, and so no assets, of its own: whichever API it borrows them from looks the same.
    response.render("home", { title: "groundwork", base: sessionApiBase, sessionApiBase, bearerApiBase });
  });
  return router;
}
