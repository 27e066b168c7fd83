import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import type { Config } from "../config.ts";

/** Where a server can be reached. */
export type Listening = Pick<AddressInfo, "address" | "port">;

/** Logs the addresses at which people and programs find the server. */
export function announce(logger: Logger, config: Config, { address, port }: Listening): void {
  const origin = `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
  const sessionApi = `${origin}${config.sessionApiBase}/`;
  const bearerApi = `${origin}${config.bearerApiBase}/`;
  const { sessionApiAccess, workers } = config;
  const crew = workers > 1 && { workers };
  logger.info({ address: origin, sessionApi, bearerApi, sessionApiAccess, ...crew }, "listening");
}
