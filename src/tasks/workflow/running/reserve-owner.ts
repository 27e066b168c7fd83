import { join } from "node:path";
import { textHash } from "../../document/text-hash.ts";
import { lockUntilExit } from "../../list-file/list-lock.ts";
import { relativePath } from "../../list-file/paths.ts";
import { openOwnFile, stateFolder } from "../../own-folder.ts";
import { ruleRefusal } from "../../refusal.ts";

/**
 * Reserves an owner's name for one run of a list until this process ends. Two runs with one name would take each other's
 * changes of the list for those of their own assistants and put them back, so that a task is started twice. Without a
 * state folder nothing is reserved.
 * @throws Refusal if another run of the list has the name.
 */
export async function reserveOwner(file: string, owner: string): Promise<void> {
  const name = `${textHash(`${file}\n${owner}`).toString(36)}.lock`;
  const path = join(stateFolder(), "runs", name);
  const fd = openOwnFile(path);
  if (fd === null || (await lockUntilExit(fd, path))) return;
  throw ruleRefusal(
    "owner-in-use",
    `Another tasks run works on ${relativePath(file)} as ${owner}. Give this one another name with --as NAME.`,
  );
}
