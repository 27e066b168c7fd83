import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { readTaskList } from "../document/read-task-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { writableFile } from "../editing/edit-list.ts";
import { createFile, refuseExisting } from "../file/create-file.ts";
import { withListLock } from "../file/list-lock.ts";
import { replaceFile } from "../file/replace-file.ts";
import { coverRequirements } from "../generate/coverage.ts";
import { explainReading } from "../generate/explain.ts";
import type { OpenedPrd } from "../generate/open-prd.ts";
import { openPrd, refuseWithoutRequirements } from "../generate/open-prd.ts";
import type { PlaceOptions } from "../generate/place-list.ts";
import { placeList } from "../generate/place-list.ts";
import { planWork } from "../generate/plan-work.ts";
import { summarizePhases, summaryText } from "../generate/summarize.ts";
import { writeList } from "../generate/write-list.ts";
import { parseSeconds } from "../options/parse-seconds.ts";
import { presentTask } from "../reporting/present-task.ts";
import { inputRefusal } from "../reporting/refusal.ts";
import type { Report } from "../reporting/report.ts";
import { plural } from "../terminal/plural.ts";

export interface GenerateOptions extends PlaceOptions {
  readonly stdout?: boolean;
  readonly force?: boolean;
  readonly explain?: boolean;
  readonly with?: string;
  readonly timeout?: string;
  readonly date?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Turns a PRD into a task list and writes it where lists are looked for; an existing one only with `--force`. */
export async function generate(prdPath: string, options: GenerateOptions): Promise<Report> {
  const created = requireDate(options.date);
  const opened = openPrd(prdPath);
  if (options.with === undefined) refuseWithoutRequirements(opened);
  const target = options.stdout ? null : placeList(prdPath, options);
  // Before any work is done for nothing.
  if (target !== null && !options.force && !options.dryRun) refuseExisting(target);
  const { text, notes } = await listFor(opened, created, options);
  const diff = options.dryRun && target !== null ? await diffOf(target, text) : null;
  if (target !== null && diff === null) await write(target, text, options.force === true);
  return report(opened, { text, target, diff, notes }, options);
}

interface Written {
  readonly text: string;
  readonly target: string | null;
  readonly diff: string | null;
  readonly notes: readonly string[];
}

async function listFor(
  opened: OpenedPrd,
  created: string,
  options: GenerateOptions,
): Promise<{ text: string; notes: readonly string[] }> {
  const prdName = basename(opened.path);
  if (options.with === undefined) {
    const header = { title: opened.prd.title, prd: prdName, created };
    return { text: writeList(header, planWork(opened.prd)), notes: [] };
  }
  const { askAssistant } = await import("../generate/assistant/ask-assistant.ts");
  const { text, warnings } = await askAssistant(opened, {
    command: options.with,
    timeoutSeconds: parseSeconds(options.timeout),
    prdName,
    created,
  });
  return { text, notes: warnings.map(({ line, rule, message }) => `line ${line}, ${rule}: ${message}`) };
}

async function write(target: string, text: string, force: boolean): Promise<void> {
  if (!(force && existsSync(target))) {
    createFile(target, text);
    return;
  }
  const file = writableFile(target);
  await withListLock(file, () => replaceFile(file, text));
}

async function diffOf(target: string, text: string): Promise<string> {
  const { unifiedDiff } = await import("../reporting/unified-diff.ts");
  return unifiedDiff(target, existsSync(target) ? readFileSync(target, "utf8") : "", text);
}

function report(opened: OpenedPrd, { text, target, diff, notes }: Written, options: GenerateOptions): Report {
  const list = readTaskList(text);
  const summary = summaryText(summarizePhases(list));
  const explanation = options.explain ? [explainReading(opened.prd)] : [];
  const asides = [...notes, ...untakenNote(opened, options)];
  const json = jsonOf(opened, list, { text, target, diff, notes }, options);
  if (target === null || diff !== null) {
    return { json, text: diff ?? text.trimEnd(), notes: [...explanation, summary, ...asides] };
  }
  return { json, text: [...explanation, `Wrote ${target}`, summary].join("\n"), notes: asides };
}

function untakenNote({ prd: { untaken } }: OpenedPrd, { explain }: GenerateOptions): readonly string[] {
  if (untaken.length === 0 || explain) return [];
  const lines = untaken
    .slice(0, 8)
    .map(({ line }) => line)
    .join(", ");
  const more = untaken.length > 8 ? ", …" : "";
  return [
    `${plural(untaken.length, "line")} that may be requirements were not taken (line ${lines}${more}): --explain tells why.`,
  ];
}

function jsonOf(
  { prd }: OpenedPrd,
  list: TaskList,
  { text, target, diff }: Written,
  { explain, stdout }: GenerateOptions,
): unknown {
  const requirements = coverRequirements(prd, list);
  const phases = summarizePhases(list);
  return {
    path: target,
    title: list.title?.text ?? prd.title,
    prd: list.prd?.value.text ?? null,
    ...(stdout ? { list: text } : {}),
    ...(diff === null ? {} : { diff }),
    minutes: phases.reduce((sum, { minutes }) => sum + minutes, 0),
    phases,
    tasks: list.tasks.map((task) => presentTask(list, task)),
    requirements,
    uncovered: requirements.filter(({ tasks }) => tasks.length === 0).map(({ id }) => id),
    untaken: prd.untaken,
    ...(explain ? { readings: prd.readings } : {}),
  };
}

function requireDate(given: string | undefined): string {
  if (given === undefined) return today();
  const date = new Date(`${given}T00:00:00Z`);
  const isReal =
    /^\d{4}-\d{2}-\d{2}$/.test(given) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(given);
  if (!isReal) throw inputRefusal("bad-date", `--date takes a day as YYYY-MM-DD, not "${given}".`);
  return given;
}

function today(): string {
  const now = new Date();
  const padded = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${padded(now.getMonth() + 1)}-${padded(now.getDate())}`;
}
