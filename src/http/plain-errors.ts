import type { PresentError } from "./error-boundary.ts";

/** Errors outside both APIs: an unknown path or a fault of the server. */
export const presentPlainError: PresentError = (error) => {
  if (error?.code === "not-found") return { status: 404, body: { error: "Not found" } };
  return { status: 500, body: { error: "Internal server error" } };
};
