import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

/** A scheduled backup. */
interface BackupFile {
  readonly file: string;
  /** Increases with each backup, so that their order does not depend on the clock. */
  readonly number: number;
  readonly madeAt: Date;
}

export type BackupFolder = ReturnType<typeof openBackupFolder>;

/**
 * The folder of a store's scheduled backups. Other files in it are not touched.
 *
 * @param path of the store; its name begins the names of the backups
 */
export function openBackupFolder(folder: string, path: string) {
  const base = basename(path, ".db");

  function list(): BackupFile[] {
    const backups = readdirSync(folder).flatMap((name) => readName(folder, base, name));
    return backups.toSorted((one, other) => one.number - other.number);
  }

  return {
    newest: () => list().at(-1),
    /** Creates the folder if it is missing and removes the remains of interrupted backups. @returns a free name */
    prepare(now: Date): string {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder)) {
        const whole = name.replace(/\.partial$/, "");
        if (whole !== name && readName(folder, base, whole).length > 0) rmSync(join(folder, name));
      }
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

function readName(folder: string, base: string, name: string): BackupFile[] {
  if (!name.startsWith(`${base}-`)) return [];
  const [, number, stamp = ""] = /^(\d{6,})-(\d{8}T\d{9}Z)\.db$/.exec(name.slice(base.length + 1)) ?? [];
  if (number === undefined) return [];
  return [{ file: join(folder, name), number: Number(number), madeAt: readStamp(stamp) }];
}

/** `20260131T120000000Z`: only characters that every file system allows. */
const toStamp = (time: Date): string => time.toISOString().replaceAll(/[-:.]/g, "");

const readStamp = (stamp: string): Date =>
  new Date(stamp.replace(/^(.{4})(..)(..T..)(..)(..)(...)Z$/, "$1-$2-$3:$4:$5.$6Z"));
