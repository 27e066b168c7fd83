import { hash } from "node:crypto";
import type { Queries } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { list, sql } from "../database/sql.ts";
import { DEVICE_LIFETIME_MS } from "../domain/session.ts";
import { refuseIf } from "./refuse-if.ts";

/** The place that a user logs in from. */
export interface Place {
  /** Undefined for an account that does not exist. */
  readonly userId: string | undefined;
  /** The network that counts as one client. */
  readonly network: string;
  /** The id in the device cookie, or a new one. */
  readonly device: string;
}

/** A device is no longer known after this many failures in a row, so a stolen cookie is worth only that many tries. */
const MOST_FAILURES = 10;
/** Of networks, and of devices. */
const MOST_OF_ONE_USER = 100;
const NETWORK_LIFETIME_MS = 30 * 86_400_000;

/** The places that users have logged in from. A key is a hash of the user and the place. */
export function createKnownPlaceRows(queries: Queries) {
  async function isAnyKnown(keys: readonly string[]): Promise<boolean> {
    const known = await queries.first(sql`
      SELECT key FROM known_places
      WHERE key IN (${list(keys)}) AND failures < ${MOST_FAILURES} AND expires_at > ${new Date()}`);
    return known !== undefined;
  }

  /** Counts those of a forgotten device too, because each may be taken back. @returns whether the device is known */
  async function countFailure(key: string): Promise<boolean> {
    const counted = await queries.first<{ failures: number }>(sql`
      UPDATE known_places SET failures = failures + 1
      WHERE key = ${key} AND expires_at > ${new Date()} RETURNING failures`);
    return counted !== undefined && counted.failures <= MOST_FAILURES;
  }

  /** @throws {DomainError} `credentials-invalid` if the account was deleted meanwhile */
  async function remember(key: string, userId: string, now: Date, lifetimeMs: number): Promise<void> {
    const upsert = queries.run(sql`
      INSERT INTO known_places (key, user_id, failures, last_login_at, expires_at)
      VALUES (${key}, ${userId}, 0, ${now}, ${new Date(now.getTime() + lifetimeMs)})
      ON CONFLICT (key) DO UPDATE SET
        failures = 0, last_login_at = excluded.last_login_at, expires_at = excluded.expires_at`);
    await refuseIf({ gone: "credentials-invalid" }, upsert);
  }

  const forgetOldest = (places: Sql) =>
    queries.run(sql`
      DELETE FROM known_places WHERE ${places} AND key NOT IN (
        SELECT key FROM known_places WHERE ${places} ORDER BY last_login_at DESC LIMIT ${MOST_OF_ONE_USER})`);

  return {
    /** Whether the user has logged in from this device, or recently from this network. */
    isKnown: (place: Place) => isAnyKnown(keysOf(place)),

    /**
     * Begins a login from a place. Until it succeeds it counts as a failure of the device, so that parallel attempts
     * get no more tries than sequential ones.
     *
     * @returns whether the user is known there
     */
    async begin(place: Place): Promise<boolean> {
      const [networkKey, deviceKey] = keysOf(place);
      return (await countFailure(deviceKey)) || isAnyKnown([networkKey]);
    },

    /** Takes back a login whose password was not checked. */
    async giveUp(place: Place): Promise<void> {
      const [, deviceKey] = keysOf(place);
      await queries.run(
        sql`UPDATE known_places SET failures = failures - 1 WHERE key = ${deviceKey} AND failures > 0`,
      );
    },

    /**
     * Remembers a place that the user has logged in from, and forgets the user's oldest places.
     *
     * @throws {DomainError} `credentials-invalid` if the account was deleted meanwhile
     */
    async remember(place: Place & { readonly userId: string }): Promise<void> {
      const { userId } = place;
      const now = new Date();
      const [networkKey, deviceKey] = keysOf(place);
      await remember(networkKey, userId, now, NETWORK_LIFETIME_MS);
      await remember(deviceKey, userId, now, DEVICE_LIFETIME_MS);
      // Separately: a client without cookies is a new device at each login, and must not displace the user's networks.
      const networksEnd = new Date(now.getTime() + NETWORK_LIFETIME_MS);
      await forgetOldest(sql`user_id = ${userId} AND expires_at <= ${networksEnd}`);
      await forgetOldest(sql`user_id = ${userId} AND expires_at > ${networksEnd}`);
    },

    deleteExpired: (now: Date) => queries.run(sql`DELETE FROM known_places WHERE expires_at <= ${now}`),
  };
}

/** An account that does not exist has keys too, of no row, so that its logins take the same statements. */
function keysOf({ userId, network, device }: Place): readonly [network: string, device: string] {
  const keyOf = (kind: string, place: string): string =>
    hash("sha256", JSON.stringify([kind, place, userId]), "base64url");
  return [keyOf("network", network), keyOf("device", device)];
}
