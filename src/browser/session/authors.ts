import type { CallApi } from "../api-client.ts";
import { ApiError } from "../api-client.ts";
import type { User } from "./wire.ts";

/** Who wrote something, in words. The API tells names to people who are logged in; to others there is none. */
export interface Authors {
  /** @param reader who is looking, where they are logged in */
  describe(authorId: string, reader: User | undefined): Promise<string | undefined>;
}

export function createAuthors(callApi: CallApi): Authors {
  const names = new Map<string, Promise<string | undefined>>();

  async function findName(id: string): Promise<string | undefined> {
    try {
      return (await callApi<{ user: User }>("GET", `/users/${id}`)).user.name;
    } catch (error) {
      // A byline is not a reason to fail: without a name it is shorter.
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  return {
    async describe(authorId, reader) {
      if (reader === undefined) return undefined;
      if (reader.id === authorId) return "you";
      const name = names.get(authorId) ?? findName(authorId);
      names.set(authorId, name);
      return name;
    },
  };
}
