import { v7 as uuidv7 } from "uuid";

/**
 * A new id and the time of creation that it carries. Lists are in the order of their ids: with the time taken from the
 * id, that is the order of creation too, also where several processes create at the same moment.
 */
export function createId(): { id: string; createdAt: Date } {
  const id = uuidv7();
  const milliseconds = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { id, createdAt: new Date(milliseconds) };
}
