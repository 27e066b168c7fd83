import type { CallApi } from "../api-client.ts";
import { ApiError } from "../api-client.ts";
import type { User } from "./wire.ts";

/** The author of a text, in words. The API gives names only to users who are logged in. */
export interface Authors {
  /** @param reader the user who is logged in, if any */
  describe(authorId: string, reader: User | undefined): Promise<string | undefined>;
}

export function createAuthors(callApi: CallApi): Authors {
  const names = new Map<string, Promise<string | undefined>>();

  async function findName(id: string): Promise<string | undefined> {
    try {
      return (await callApi<{ user: User }>("GET", `/users/${id}`)).user.name;
    } catch (error) {
      names.delete(id);
      // Without a name the byline is only shorter.
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
