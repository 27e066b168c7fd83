import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { draftTasks } from "../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../src/tasks/generate/prd/read-model.ts";

/** The direct needs of each thing. */
type Needs = ReadonlyMap<string, ReadonlySet<string>>;

interface Score {
  readonly needed: number;
  readonly found: number;
  readonly drafted: number;
  readonly right: number;
}

const corpus = process.env["CORPUS_DIR"];
if (corpus === undefined) {
  process.stderr.write("Set CORPUS_DIR to the folder that holds prds/.\n");
  process.exit(2);
}
const fixtures = join(import.meta.dirname, "../tests/fixtures/edges");

function everythingNeeded(needs: Needs, key: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const next of needs.get(key) ?? []) {
    if (seen.has(next)) continue;
    seen.add(next);
    everythingNeeded(needs, next, seen);
  }
  return seen;
}

/** `FR-4.1` counts as `FR-4` if only that id is known. */
function folded(id: string, known: ReadonlySet<string>): string | null {
  if (known.has(id)) return id;
  const parent = id.replace(/\.\w+$/, "");
  return parent === id ? null : folded(parent, known);
}

function draftedNeeds(file: string): Needs {
  const phases = draftTasks(readPrdModel(readFileSync(file, "utf8"), basename(file)));
  const tasks = phases.flatMap((phase) => phase.tasks);
  const idsOf = new Map(
    tasks.map(({ key, requirements }) => [key, requirements.map((id) => id.replace(/^Requirement /, ""))]),
  );
  return new Map(
    tasks.flatMap(({ key, needs }) =>
      (idsOf.get(key) ?? []).map(
        (id) => [id, new Set(needs.flatMap((need) => idsOf.get(need) ?? []))] as const,
      ),
    ),
  );
}

/** The same needs between the ids that both sides know. */
function between(needs: Needs, fold: (id: string) => string | null): Needs {
  const result = new Map<string, Set<string>>();
  for (const [id, own] of needs) {
    const key = fold(id);
    if (key === null) continue;
    const targets = [...own].map(fold).filter((target) => target !== null && target !== key);
    result.set(key, new Set([...(result.get(key) ?? []), ...(targets as string[])]));
  }
  return result;
}

const pairs = (needs: Needs): readonly (readonly [string, string])[] =>
  [...needs].flatMap(([key, own]) => [...own].map((need) => [key, need] as const));

/** @param prds - the folder of the PRD */
function scoreOf(fixture: string, prds: string): Score {
  const written = JSON.parse(readFileSync(fixture, "utf8")) as Record<string, readonly string[]>;
  const drafted = draftedNeeds(join(prds, basename(fixture).replace(/json$/, "md")));
  const byHand = new Set(Object.keys(written));
  const read = new Set([...drafted.keys()].map((id) => folded(id, byHand)).filter((id) => id !== null));
  const fold = (id: string): string | null => {
    const known = folded(id, byHand);
    return known === null ? null : folded(known, read);
  };
  const needed = between(new Map(Object.entries(written).map(([id, own]) => [id, new Set(own)])), fold);
  const found = between(drafted, fold);
  return {
    needed: pairs(needed).length,
    found: pairs(needed).filter(([key, need]) => everythingNeeded(found, key).has(need)).length,
    drafted: pairs(found).length,
    right: pairs(found).filter(([key, need]) => everythingNeeded(needed, key).has(need)).length,
  };
}

const share = (part: number, whole: number): string => (whole === 0 ? "–" : (part / whole).toFixed(2));
const line = (name: string, { needed, found, drafted, right }: Score): string =>
  `${name.padEnd(40)} recall ${share(found, needed)} (${found}/${needed})  precision ${share(right, drafted)} (${right}/${drafted})\n`;

/** Prints the score of each fixture in a folder and the total. */
function print(folder: string, prds = folder): void {
  const scores = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ name: basename(name, ".json"), score: scoreOf(join(folder, name), prds) }));
  const sum = (field: keyof Score): number => scores.reduce((total, { score }) => total + score[field], 0);
  const together = {
    needed: sum("needed"),
    found: sum("found"),
    drafted: sum("drafted"),
    right: sum("right"),
  };
  for (const { name, score } of [...scores, { name: "together", score: together }])
    process.stdout.write(line(name, score));
}

// Arguments are folders that hold both PRDs and fixtures.
print(fixtures, join(corpus, "prds"));
for (const folder of [join(fixtures, "held-out"), ...process.argv.slice(2)]) {
  process.stdout.write(`\n${relative(".", folder)}:\n`);
  print(folder);
}
