import { existsSync } from "node:fs";
import type { Repositories, Store } from "../repositories/store.ts";
import { noteEvent } from "../services/audit.ts";
import { IMPORTED_PASSWORD } from "../services/passwords.ts";
import { AdminError, command, commandLine, countOf, UsageError } from "./command.ts";
import type { Line } from "./read-lines.ts";
import { readLines } from "./read-lines.ts";
import type { ImportedUser } from "./read-user-line.ts";
import { readUserLine } from "./read-user-line.ts";
import { COMMAND, withStore } from "./with-store.ts";

/** Nine values each; SQLite takes 32,766 in a statement. */
const LINES_PER_BATCH = 500;

interface Numbered extends ImportedUser {
  readonly number: number;
}

interface Count {
  imported: number;
  refused: number;
}

/** Rolls the transaction back. */
class NothingImported extends Error {
  override readonly name = "NothingImported";
}

/** Adds the accounts of a file, all or none. With `--skip-invalid`, all that can be added. */
export const importUsers = command({
  usage: commandLine("import-users", "users.ndjson [--dry-run] [--skip-invalid]"),
  options: {
    "dry-run": { type: "boolean", default: false },
    "skip-invalid": { type: "boolean", default: false },
  },
  takesArguments: true,
  async run({ "dry-run": isDry, "skip-invalid": skipsInvalid }, [file, ...others]) {
    if (file === undefined || others.length > 0) throw new UsageError("one file must be given");
    if (!existsSync(file)) throw new AdminError(`there is no file ${file}`);
    const mayKeep = ({ refused }: Count) => !isDry && (refused === 0 || skipsInvalid);
    const count = await withStore((store, { bcryptCost }) => importFile(store, file, bcryptCost, mayKeep));
    const refused = `${countOf(count.refused, "line")} ${count.refused === 1 ? "was" : "were"} refused`;
    if (count.refused > 0 && !skipsInvalid) {
      throw new AdminError(`${refused}: nothing was imported. --skip-invalid imports the other lines`);
    }
    const imported = countOf(count.imported, "user");
    if (isDry) return `${imported} could be imported; ${refused}. Nothing was imported.`;
    return `Imported ${imported}; ${refused}.`;
  },
});

async function importFile(
  store: Store,
  file: string,
  bcryptCost: number,
  mayKeep: (count: Count) => boolean,
): Promise<Count> {
  let count: Count = { imported: 0, refused: 0 };
  const work = store.transaction(async (repositories) => {
    // Reset, because the engine may run the transaction again.
    count = await insertLines(repositories, readLines(file), bcryptCost);
    if (!mayKeep(count)) throw new NothingImported();
    await noteEvent(repositories, COMMAND, "import", undefined);
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof NothingImported)) throw error;
  });
  return count;
}

async function insertLines(
  repositories: Repositories,
  lines: AsyncIterable<Line>,
  bcryptCost: number,
): Promise<Count> {
  const count: Count = { imported: 0, refused: 0 };
  let batch: Numbered[] = [];
  // Invalid lines wait for the batch too, so that lines are reported in their order.
  let faults = new Map<number, string>();
  async function flush(): Promise<void> {
    const taken = await insertBatch(repositories, batch, bcryptCost);
    const refused = [...faults, ...taken].sort(([one], [other]) => one - other);
    for (const [number, reason] of refused) process.stderr.write(`line ${number}: ${reason}\n`);
    count.refused += refused.length;
    count.imported += batch.length - taken.size;
    batch = [];
    faults = new Map();
  }

  for await (const line of lines) {
    const read = "fault" in line ? line.fault : readUserLine(line.text);
    // The store's answer identifies users by id, so a batch must not hold an id twice.
    const isRepeated = typeof read !== "string" && batch.some(({ user }) => user.id === read.user.id);
    if (isRepeated || batch.length + faults.size === LINES_PER_BATCH) await flush();
    if (typeof read === "string") faults.set(line.number, read);
    else batch.push({ number: line.number, ...read });
  }
  await flush();
  return count;
}

/** @returns the reasons for refused lines, by line number */
async function insertBatch(
  { users, importedPasswords }: Repositories,
  batch: readonly Numbered[],
  bcryptCost: number,
): Promise<ReadonlyMap<number, string>> {
  if (batch.length === 0) return new Map();
  const isOurs = ({ parsedHash }: ImportedUser) => parsedHash.bcryptCost === bcryptCost;
  const stored = await users.insertNew(
    batch.map((one) => ({ ...one.user, passwordHash: isOurs(one) ? one.hash : IMPORTED_PASSWORD })),
  );
  const foreign = batch.filter((one) => stored.has(one.user.id) && !isOurs(one));
  await importedPasswords.insertAll(
    foreign.map(({ user, hash, parsedHash }) => ({ userId: user.id, hash, weight: parsedHash.weight })),
  );
  const refused = new Map<number, string>();
  for (const { number, user } of batch.filter((one) => !stored.has(one.user.id))) {
    const owner = await users.find({ email: user.email });
    const taken = owner === undefined ? `id ${user.id}` : `email ${user.email}`;
    refused.set(number, `${taken} is used by an account or an earlier line`);
  }
  return refused;
}
