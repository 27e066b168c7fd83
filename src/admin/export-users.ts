import type { FileHandle } from "node:fs/promises";
import { open, rm } from "node:fs/promises";
import { assertFolderOf, publishFile, removeLeftovers } from "../database/new-file.ts";
import { reasonOf } from "../database/system-reason.ts";
import type { User } from "../domain/user.ts";
import type { Store } from "../repositories/store.ts";
import { noteEvent } from "../services/audit.ts";
import { AdminError, command, commandLine, countOf, UsageError } from "./command.ts";
import { COMMAND, withStore } from "./with-store.ts";

/** Writes all accounts with their password hashes to a new file that only its owner can read. */
export const exportUsers = command({
  usage: commandLine("export-users", "--out users.ndjson"),
  options: { out: { type: "string" } },
  async run({ out = "" }) {
    // A dash means standard output elsewhere.
    if (out === "" || out === "-") throw new UsageError("--out must name a file");
    const total = await withStore((store) =>
      writeWhole(out, async (file) => {
        const written = await writeUsers(store, file);
        // Before the file gets its name, so that none is there without its audit entry.
        await store.transaction((repositories) => noteEvent(repositories, COMMAND, "export", undefined));
        return written;
      }),
    );
    return `Wrote ${countOf(total, "user")} to ${out}. It holds their password hashes: keep it as safe as the database.`;
  },
});

/** The file appears under its name only once it is whole and on the disk. @throws {AdminError} */
async function writeWhole<Result>(
  out: string,
  write: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const partial = `${out}.partial`;
  try {
    assertFolderOf(out);
    await rm(partial, { force: true });
    const file = await open(partial, "wx", 0o600);
    try {
      const result = await write(file);
      publishFile(partial, out, file.fd);
      return result;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new AdminError(`${out} was not written: ${reasonOf(error)}`, { cause: error });
  } finally {
    removeLeftovers(partial);
  }
}

async function writeUsers({ users, importedPasswords }: Store, file: FileHandle): Promise<number> {
  let total = 0;
  for await (const batch of users.listAll()) {
    const imported = await importedPasswords.findAll(batch.map(({ id }) => id));
    // `write` may write only a part, for example on a nearly full disk.
    await file.appendFile(batch.map((user) => toLine(user, imported.get(user.id))).join(""));
    total += batch.length;
  }
  return total;
}

function toLine(user: User, importedHash: string | undefined): string {
  const { id, email, name, role, isActive, createdAt, passwordHash } = user;
  const account = { id, email, name, role, active: isActive, created_at: createdAt.toISOString() };
  return `${JSON.stringify({ ...account, password_hash: importedHash ?? passwordHash })}\n`;
}
