import { normalizeEmail } from "../domain/email.ts";
import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import type { User } from "../domain/user.ts";
import { parseUuid } from "../domain/uuid.ts";
import type { Store } from "../repositories/store.ts";
import { found } from "./found.ts";
import { readInBatches } from "./read-in-batches.ts";

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
    listAll: () => readInBatches(users.listAfter),
    listPage: users.listPage,
    listActivePage: users.listActivePage,
  };
}
