import { createHash } from "node:crypto";
import { DEVICE_LIFETIME_MS } from "../domain/session.ts";
import type { KnownPlaceRows } from "../repositories/known-place-rows.ts";

/** The place that a user logs in from. */
export interface Place {
  /** Undefined for an account that does not exist. */
  readonly userId: string | undefined;
  /** The network that counts as one client. */
  readonly network: string;
  /** The id in the device cookie, if the client has one of ours. */
  readonly device: string | undefined;
}

/** A device is no longer known after this many failures in a row, so a stolen cookie is worth only that many tries. */
const MOST_FAILURES = 10;
const MOST_PLACES_OF_ONE_USER = 100;
const DAY_MS = 86_400_000;
const NETWORK_LIFETIME_MS = 30 * DAY_MS;

/** Reads whether the user has logged in from this device, or recently from this network. */
export const isKnownPlace = (places: KnownPlaceRows, place: Place): Promise<boolean> =>
  places.isAnyKnown(keysOf(place), MOST_FAILURES, new Date());

/**
 * Begins a login from a place. Until it succeeds it counts as failed.
 *
 * @returns whether the user is known there
 */
export async function beginFromPlace(places: KnownPlaceRows, place: Place): Promise<boolean> {
  const [, deviceKey] = keysOf(place);
  const now = new Date();
  if (deviceKey !== undefined && (await places.countFailure(deviceKey, MOST_FAILURES, now))) return true;
  return places.isAnyKnown(keysOf({ ...place, device: undefined }), MOST_FAILURES, now);
}

/** Takes back a login whose password was not checked. */
export async function giveUpFromPlace(places: KnownPlaceRows, place: Place): Promise<void> {
  const [, deviceKey] = keysOf(place);
  if (deviceKey !== undefined) await places.giveBack(deviceKey);
}

/** Remembers a place that the user has logged in from. */
export async function rememberPlace(
  places: KnownPlaceRows,
  place: Place & { readonly userId: string; readonly device: string },
): Promise<void> {
  const { userId } = place;
  const now = new Date();
  const [networkKey = "", deviceKey = ""] = keysOf(place);
  await places.remember(networkKey, userId, now, new Date(now.getTime() + NETWORK_LIFETIME_MS));
  await places.remember(deviceKey, userId, now, new Date(now.getTime() + DEVICE_LIFETIME_MS));
  await places.forgetOldest(userId, MOST_PLACES_OF_ONE_USER);
}

/** The network's key comes first. An account that does not exist has no keys. */
function keysOf({ userId, network, device }: Place): string[] {
  if (userId === undefined) return [];
  const parts = [["network", network], ...(device === undefined ? [] : [["device", device]])];
  return parts.map((part) =>
    createHash("sha256")
      .update(JSON.stringify([...part, userId]))
      .digest("base64url"),
  );
}
