import { v7 as uuidv7, validate, version } from "uuid";

/**
 * A new id and its time of creation. Lists are ordered by id. Because the time is taken from the id, this is the order
 * of creation too, even if several processes create rows at the same moment.
 */
export function createId(): { id: string; createdAt: Date } {
  const id = uuidv7();
  return { id, createdAt: new Date(timeOf(id)) };
}

/** A new id that carries this time. */
export const createIdAt = (time: Date): string => uuidv7({ msecs: time.getTime() });

/** The smallest id that carries this time: everything created before that time has a smaller id. */
export const smallestIdAt = (time: Date): string =>
  uuidv7({ msecs: Math.max(0, time.getTime()), seq: 0, random: new Uint8Array(16) });

/** @returns the time in an id, in milliseconds, or undefined if it is not a UUID of version 7 */
export const readIdTime = (id: unknown): number | undefined =>
  typeof id === "string" && validate(id) && version(id) === 7 ? timeOf(id) : undefined;

const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
