import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

/** A backup in the folder of a schedule. */
interface BackupFile {
  readonly file: string;
  /** Counts up from backup to backup, so that their order does not depend on the clock. */
  readonly number: number;
  readonly madeAt: Date;
}

/** The folder in which a store's scheduled backups lie; other files in it are left alone. */
export interface BackupFolder {
  newest(): BackupFile | undefined;
  /** Makes the folder where it is missing and removes what an interrupted backup has left. @returns a free name */
  prepare(now: Date): string;
  /** Deletes all but the last ones. */
  prune(kept: number): void;
}

/** @param path of the store, which gives the backups their name */
export function openBackupFolder(folder: string, path: string): BackupFolder {
  const base = basename(path, ".db");

  function list(): BackupFile[] {
    const backups = readdirSync(folder).flatMap((name) => readName(folder, base, name));
    return backups.toSorted((one, other) => one.number - other.number);
  }

  return {
    newest: () => list().at(-1),
    prepare(now) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder)) {
        const whole = name.replace(/\.partial$/, "");
        if (whole !== name && readName(folder, base, whole).length > 0) rmSync(join(folder, name));
      }
      const number = (list().at(-1)?.number ?? 0) + 1;
      return join(folder, `${base}-${String(number).padStart(6, "0")}-${toStamp(now)}.db`);
    },
    prune(kept) {
      for (const { file } of list().slice(0, -kept)) rmSync(file);
    },
  };
}

/** Where the store goes before a migration. */
export const nameBeforeMigration = (folder: string, path: string, version: number, now: Date): string =>
  join(folder, `${basename(path, ".db")}-schema-${version}-${toStamp(now)}.db`);

function readName(folder: string, base: string, name: string): BackupFile[] {
  if (!name.startsWith(`${base}-`)) return [];
  const [, number, stamp = ""] = /^(\d{6,})-(\d{8}T\d{9}Z)\.db$/.exec(name.slice(base.length + 1)) ?? [];
  if (number === undefined) return [];
  return [{ file: join(folder, name), number: Number(number), madeAt: readStamp(stamp) }];
}

/** `20260131T120000000Z`: in every file system's alphabet. */
const toStamp = (time: Date): string => time.toISOString().replaceAll(/[-:.]/g, "");

const readStamp = (stamp: string): Date =>
  new Date(stamp.replace(/^(.{4})(..)(..T..)(..)(..)(...)Z$/, "$1-$2-$3:$4:$5.$6Z"));
