import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { findPasswordFault, normalizePassword } from "../domain/password.ts";
import type { Accounts } from "../services/accounts.ts";
import { AdminError } from "./command.ts";

/**
 * Reads a new password from standard input, asking without echo on a terminal. It is never an argument, which every
 * user of the machine could see.
 *
 * @throws {AdminError} for a password that no account may have
 */
export async function readPassword({ findPasswordIssues }: Accounts): Promise<string> {
  const typed = process.stdin.isTTY
    ? await askWithoutEcho()
    : (await text(process.stdin)).replace(/[\r\n]+$/, "");
  // Each byte that is not UTF-8 has been read as this character.
  if (typed.includes("\uFFFD")) throw new AdminError("the password is not UTF-8");
  const password = normalizePassword(typed);
  // A browser's form could not send a password of two lines.
  if (/[\r\n]/.test(password)) throw new AdminError("the password must be one line");
  const fault = findPasswordFault(password) ?? findPasswordIssues(password)[0]?.message;
  if (fault !== undefined) throw new AdminError(`the password ${fault}`);
  return password;
}

/**
 * Asks on standard error, because standard output may be piped to another program.
 *
 * @throws {AdminError} on Ctrl-C and Ctrl-D
 */
function askWithoutEcho(): Promise<string> {
  // As a terminal, it turns the echo off, and without an output it shows nothing itself.
  const lines = createInterface({ input: process.stdin, terminal: true });
  process.stderr.write("Password: ");
  return new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    lines.once("close", () => reject(new AdminError("no password was given")));
  }).finally(() => {
    lines.close();
    process.stderr.write("\n");
  });
}
