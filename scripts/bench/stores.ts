import { join } from "node:path";
import bcrypt from "bcryptjs";
import { openDatabase } from "../../src/database/open-database.ts";
import { fillStore } from "../../tests/support/fill-store.ts";
import { PASSWORD } from "./sides.ts";

export const SMALL = 1_000;
export const MEDIUM = 100_000;
export const LARGE = 1_000_000;

const POSTS = 1_000;
const COST = 10;

/** Paths of SQLite stores with this many users, filled on first use. Without users a store has only the tables. */
export type Stores = (users: number) => Promise<string>;

/** @param folder where the stores are kept */
export function createStores(folder: string): Stores {
  const paths = new Map<number, Promise<string>>();

  async function fill(users: number): Promise<string> {
    const path = join(folder, `${users}.db`);
    await (await openDatabase({ engine: "sqlite", path })).close();
    if (users === 0) return path;
    console.log(`filling a store with ${users.toLocaleString("en")} users`);
    fillStore(path, { users, posts: POSTS, passwordHash: bcrypt.hashSync(PASSWORD, COST) });
    return path;
  }

  return (users) => {
    const path = paths.get(users) ?? fill(users);
    paths.set(users, path);
    return path;
  };
}
