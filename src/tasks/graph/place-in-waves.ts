/** A task to be placed. */
export interface Placeable {
  /** Its place in the list. */
  readonly index: number;
  /** The indexes of the tasks to be placed that it waits for. */
  readonly dependencies: readonly number[];
  readonly paths: readonly string[];
  /** Whether it is in progress: then its files are in use. */
  readonly isBegun: boolean;
}

/** A task that was moved to a wave after another task because both touch the same file. */
export interface Conflict {
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

export interface Waves {
  /** The wave of each task by its index; the first is 0. */
  readonly waveOf: ReadonlyMap<number, number>;
  readonly conflicts: readonly Conflict[];
}

/**
 * Puts each task into the first wave after its dependencies in which no other task touches one of its files.
 * @param tasks sorted so that each comes after its dependencies
 */
export function placeInWaves(tasks: readonly Placeable[]): Waves {
  const waveOf = new Map<number, number>();
  const conflicts: Conflict[] = [];
  const waves: PathClaims[] = [];
  const claimsOf = (wave: number): PathClaims => {
    waves[wave] ??= new PathClaims();
    return waves[wave];
  };
  for (const task of inPlacingOrder(tasks)) {
    const after = task.dependencies.map((dependency) => waveOf.get(dependency) ?? -1);
    let wave = after.reduce((latest, other) => Math.max(latest, other), -1) + 1;
    let conflict = claimsOf(wave).conflictWith(task.paths);
    let last = conflict;
    for (; conflict; conflict = claimsOf(wave).conflictWith(task.paths)) {
      last = conflict;
      wave += 1;
    }
    claimsOf(wave).claim(task.index, task.paths);
    waveOf.set(task.index, wave);
    if (last) conflicts.push({ from: last.holder, to: task.index, path: last.path });
  }
  return { waveOf, conflicts };
}

/** Sorts by level, then tasks in progress first, then by list order. If tasks share a file, the first gets it. */
function inPlacingOrder(tasks: readonly Placeable[]): readonly Placeable[] {
  const levels = new Map<number, number>();
  for (const { index, dependencies } of tasks) {
    const below = dependencies.reduce((highest, other) => Math.max(highest, levels.get(other) ?? -1), -1);
    levels.set(index, below + 1);
  }
  const levelOf = ({ index }: Placeable): number => levels.get(index) ?? 0;
  return tasks.toSorted(
    (a, b) => levelOf(a) - levelOf(b) || Number(b.isBegun) - Number(a.isBegun) || a.index - b.index,
  );
}

/** The files and folders that the tasks of a wave touch. A folder includes everything below it. */
class PathClaims {
  readonly #holders = new Map<string, number>();
  readonly #foldersAbove = new Map<string, number>();

  conflictWith(paths: readonly string[]): { readonly holder: number; readonly path: string } | undefined {
    for (const path of paths) {
      const below = this.#foldersAbove.get(path);
      if (below !== undefined) return { holder: below, path };
      for (const claimed of [path, ...foldersOf(path)]) {
        const holder = this.#holders.get(claimed);
        if (holder !== undefined) return { holder, path: claimed };
      }
    }
    return undefined;
  }

  claim(task: number, paths: readonly string[]): void {
    for (const path of paths) {
      this.#holders.set(path, task);
      for (const folder of foldersOf(path)) this.#foldersAbove.set(folder, task);
    }
  }
}

/** `src/api` and `src` of `src/api/users.ts`. */
function foldersOf(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, count) => segments.slice(0, count + 1).join("/"));
}
