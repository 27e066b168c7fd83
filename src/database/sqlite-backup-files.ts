import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { createFolder } from "../create-folder.ts";

export type BackupFolder = ReturnType<typeof openBackupFolder>;

/** The number increases with each backup, so that their order does not depend on the clock. */
const NAME = /^(?<owner>.+)-(?<number>\d{6,})-(?<stamp>\d{8}T\d{9}Z)\.db(?<partial>\.partial(-journal)?)?$/;

/**
 * The folder of a store's scheduled backups. Other files in it are not touched.
 *
 * @param path of the store; its name begins the names of the backups
 */
export function openBackupFolder(folder: string, path: string) {
  const base = basename(path, ".db");

  /** The backups, oldest first, or the remains of interrupted ones. */
  function list(kind: "complete" | "partial" = "complete") {
    const backups = readdirSync(folder).flatMap((name) => {
      const { owner, number, stamp = "", partial } = NAME.exec(name)?.groups ?? {};
      const isMeant = owner === base && (partial !== undefined) === (kind === "partial");
      return isMeant ? [{ file: join(folder, name), number: Number(number), madeAt: readStamp(stamp) }] : [];
    });
    return backups.toSorted((one, other) => one.number - other.number);
  }

  return {
    newest: () => list().at(-1),
    /** Creates the folder if it is missing and removes the remains of interrupted backups. @returns a free name */
    prepare(now: Date): string {
      createFolder(folder, 0o700);
      for (const { file } of list("partial")) rmSync(file);
      const number = (list().at(-1)?.number ?? 0) + 1;
      return join(folder, `${base}-${String(number).padStart(6, "0")}-${toStamp(now)}.db`);
    },
    /** Deletes all but the newest `kept` backups. */
    prune(kept: number): void {
      for (const { file } of list().slice(0, -kept)) rmSync(file);
    },
  };
}

/** The path of the copy before a migration. */
export const nameBeforeMigration = (folder: string, path: string, version: number, now: Date): string =>
  join(folder, `${basename(path, ".db")}-schema-${version}-${toStamp(now)}.db`);

/** `20260131T120000000Z`: only characters that every file system allows. */
const toStamp = (time: Date): string => time.toISOString().replaceAll(/[-:.]/g, "");

const readStamp = (stamp: string): Date =>
  new Date(stamp.replace(/^(.{4})(..)(..T..)(..)(..)(...)Z$/, "$1-$2-$3:$4:$5.$6Z"));
