import { normalizeEmail } from "../domain/email.ts";
import type { PageRequest } from "../domain/page-request.ts";
import type { User } from "../domain/user.ts";
import { parseUuid } from "../domain/uuid.ts";
import type { Store } from "../repositories/store.ts";
import { found } from "./found.ts";

/** Long enough to make few queries, short enough to keep one from stalling other requests. */
const USERS_PER_BATCH = 200;

/** Part of a list, and how long the whole list is. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** Reading accounts, one by one and in lists. */
export interface AccountReader {
  /** @throws {DomainError} `user-not-found`, also where the id is no UUID */
  get(id: string): Promise<User>;
  findById(id: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<User | undefined>;
  /** Whether somebody else than the user with `exceptId` has this email. */
  isEmailTaken(email: string, exceptId?: string): Promise<boolean>;
  /** Everyone, oldest first, in batches, so that memory stays constant however many there are. */
  listAll(): AsyncIterable<readonly User[]>;
  /** Oldest first, inactive users included. */
  listPage(request: PageRequest): Promise<Page<User>>;
  /** Active users, newest first. */
  listActivePage(request: PageRequest): Promise<Page<User>>;
}

export function createAccountReader(store: Store): AccountReader {
  const { users } = store;

  return {
    async get(text) {
      const id = parseUuid(text);
      return found(id === null ? undefined : await users.findById(id));
    },
    findById: users.findById,
    findByEmail: (email) => users.findByEmail(normalizeEmail(email)),
    async isEmailTaken(email, exceptId) {
      const owner = await users.findByEmail(normalizeEmail(email));
      return owner !== undefined && owner.id !== exceptId;
    },
    listAll: () => listAll(store),
    listPage: (request) => readPage(request, users.listPage, users.count),
    listActivePage: (request) => readPage(request, users.listActivePage, users.countActive),
  };
}

async function* listAll(store: Store): AsyncGenerator<readonly User[]> {
  let last: User | undefined;
  do {
    const batch = await store.users.listAfter(last?.id, USERS_PER_BATCH);
    if (batch.length > 0) yield batch;
    last = batch.length === USERS_PER_BATCH ? batch.at(-1) : undefined;
  } while (last !== undefined);
}

async function readPage<Item>(
  { page, perPage }: PageRequest,
  list: (offset: number, limit: number) => Promise<Item[]>,
  count: () => Promise<number>,
): Promise<Page<Item>> {
  return { items: await list((page - 1) * perPage, perPage), total: await count() };
}
