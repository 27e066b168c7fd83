import { normalizeEmail } from "../domain/email.ts";
import { orRefuse } from "../domain/errors.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { User, UserList } from "../domain/user.ts";
import { readSearch } from "../domain/words.ts";
import type { Store } from "../repositories/store.ts";

/** Reading accounts, one by one and in lists. */
export function createAccountReader(store: Store) {
  const { users } = store;

  return {
    /** @throws {DomainError} `user-not-found` */
    get: async (id: string) => orRefuse(await users.find({ id }), "user-not-found"),
    findById: (id: string) => users.find({ id }),
    findByEmail: (email: string) => users.find({ email: normalizeEmail(email) }),
    /** Whether a user other than `exceptId` has this email. */
    async isEmailTaken(email: string, exceptId?: string): Promise<boolean> {
      const owner = await users.find({ email: normalizeEmail(email) });
      return owner !== undefined && owner.id !== exceptId;
    },
    listAll: users.listAll,
    /** @param search prefixes, each of which must begin a word of the user's email or name; if empty, all users match */
    async listPage(list: UserList, request: PageRequest, search = ""): Promise<Page<User>> {
      const starts = readSearch(search);
      if (starts === undefined) return { items: [], total: 0 };
      if (starts.length === 0) return users.listPage(list, request);
      await store.readMissingWords();
      return users.search(starts, list, request);
    },
  };
}
