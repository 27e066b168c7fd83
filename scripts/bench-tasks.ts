import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Measures `tasks next` as a whole process, compared with a bare `node -e 0` and with Backlog.md on as many tasks.
 * They run in turn, so that other load on the machine affects all of them equally.
 * Run it after `npm run build`: `npm run bench:tasks`.
 */

const command = join(import.meta.dirname, "../dist/tasks/bin.js");
const folder = mkdtempSync(join(tmpdir(), "groundwork-bench-"));
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 21);
const tasksInPhase = 10;

interface Contender {
  readonly name: string;
  readonly most: string;
  readonly prepare?: () => void;
  readonly run: () => void;
}

interface Timing {
  readonly name: string;
  readonly most: string;
  readonly milliseconds: number;
  /** The median ratio to `node -e 0` in the same round. */
  readonly ratio: number;
}

/** A list in the documented form. */
function listOf(count: number): string {
  const header = `# Task List: Bench ${count}\n\n**PRD**: 0001-prd-bench.md\n**Created**: 2026-01-02\n**Status**: Not Started\n`;
  const phases = Array.from({ length: count / tasksInPhase }, (_, index) => phaseOf(index + 1));
  return [header, ...phases].join("\n---\n\n");
}

function phaseOf(phase: number): string {
  const tasks = Array.from({ length: tasksInPhase }, (_, index) => taskOf(phase, index + 1));
  return `## Phase ${phase}: Area ${phase} (Tasks ${phase}.1-${phase}.${tasksInPhase})\n\n${tasks.join("\n")}`;
}

function taskOf(phase: number, seq: number): string {
  const dependency = seq > 1 ? `${phase}.${seq - 1} (what it builds on)` : "None";
  return `### Task ${phase}.${seq}: Create record ${phase}-${seq}

**Complexity**: Low
**Dependencies**: ${dependency}
**Files**: \`src/records/record-${phase}-${seq}.ts\`

**Steps**:
1. Write the schema with its fields
2. Add the index on the email
3. Export the model

**Verification**:
- [ ] \`npm test -- record-${phase}-${seq}\` passes
- [ ] A valid record answers 201 and is stored
- [ ] A second record with the same email answers 409
`;
}

function listPath(count: number): string {
  return join(folder, `tasks-${count}.md`);
}

function next(count: number, environment: Record<string, string>): void {
  run(process.execPath, [command, "-f", listPath(count), "next"], { ...environment });
}

function run(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd = folder,
): void {
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache"), ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
}

const bare: Contender = { name: "node -e 0", most: "1", run: () => run(process.execPath, ["-e", "0"]) };

function cold(count: number, most: string): Contender {
  return { name: `next, cold, ${count} tasks`, most, run: () => next(count, { TASKS_CACHE: "off" }) };
}

/** The list is cached, and one task was edited since. */
function warm(count: number, most: string): Contender {
  let edits = 0;
  const prepare = () => {
    next(count, {});
    edits++;
    const text = readFileSync(listPath(count), "utf8");
    writeFileSync(listPath(count), text.replace(/Create record 3-4.*/, `Create record 3-4, edit ${edits}`));
  };
  return { name: `next, warm, ${count} tasks`, most, prepare, run: () => next(count, {}) };
}

/** Backlog.md lists as many tasks of a project in its own file format. */
function backlog(count: number): Contender {
  const project = join(folder, `backlog-${count}`);
  const program = join(folder, "peer/node_modules/.bin/backlog");
  mkdirSync(project);
  run("git", ["init", "--quiet"], {}, project);
  run(program, ["init", "bench", "--defaults", "--integration-mode", "none"], {}, project);
  run(program, ["config", "set", "remoteOperations", "false"], {}, project);
  for (let index = 1; index <= count; index++) {
    const text = `---\nid: TASK-${index}\ntitle: Create record ${index}\nstatus: To Do\nassignee: []\ncreated_date: '2026-01-02'\nlabels: []\ndependencies: []\n---\n\n## Acceptance Criteria\n- [ ] #1 A valid record answers 201\n`;
    writeFileSync(join(project, "backlog/tasks", `task-${index} - Create-record-${index}.md`), text);
  }
  const list = () => run(program, ["task", "list", "--plain"], {}, project);
  return { name: `Backlog.md, list, ${count} tasks`, most: "", run: list };
}

function installPeer(): boolean {
  const prefix = join(folder, "peer");
  mkdirSync(prefix);
  const args = ["install", "--prefix", prefix, "--no-audit", "--no-fund", "--silent", "backlog.md@latest"];
  return spawnSync("npm", args, { stdio: "ignore" }).status === 0;
}

/** Runs each contender once a round, so that a slow moment of the machine affects all of them. */
function timeAll(contenders: readonly Contender[]): Timing[] {
  const rows = Array.from({ length: rounds }, () => contenders.map(timeOnce));
  return contenders.map(({ name, most }, index) => ({
    name,
    most,
    milliseconds: median(rows.map((row) => row[index] ?? 0)),
    ratio: median(rows.map((row) => (row[index] ?? 0) / (row[0] ?? 1))),
  }));
}

function timeOnce(contender: Contender): number {
  contender.prepare?.();
  const start = performance.now();
  contender.run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** The peak memory of one cold run, as reported by the process itself. */
function peakMegabytes(count: number): number {
  const tell = 'process.on("exit", () => process.stderr.write(String(process.resourceUsage().maxRSS)))';
  const hook = `data:text/javascript,${encodeURIComponent(tell)}`;
  const args = ["--import", hook, command, "-f", listPath(count), "next"];
  const { stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, TASKS_CACHE: "off" },
    encoding: "utf8",
  });
  return Number(stderr) / 1024;
}

function report(timings: readonly Timing[]): void {
  console.log(`| ${"whole process".padEnd(30)} |     ms | × node -e 0 | at most |`);
  console.log(`|${"-".repeat(32)}|-------:|------------:|--------:|`);
  for (const { name, most, milliseconds, ratio } of timings) {
    const [time, times] = [milliseconds.toFixed(0).padStart(6), ratio.toFixed(1).padStart(11)];
    console.log(`| ${name.padEnd(30)} | ${time} | ${times} | ${most.padStart(7)} |`);
  }
}

try {
  for (const count of [50, 1000, 10_000]) writeFileSync(listPath(count), listOf(count));
  const peers = installPeer() ? [backlog(50), backlog(1000)] : [];
  const timings = timeAll([bare, warm(50, "2"), cold(50, "4"), warm(1000, "5"), cold(1000, "30"), ...peers]);
  report(timings);
  const thousand = timings.find(({ name }) => name.startsWith("next, cold, 1000"))?.milliseconds ?? 1;
  const start = performance.now();
  next(10_000, { TASKS_CACHE: "off" });
  const tenThousand = performance.now() - start;
  const growth = (tenThousand / thousand).toFixed(1);
  console.log(`10,000 tasks, cold: ${tenThousand.toFixed(0)} ms, ${growth} × the 1,000 (at most 12)`);
  console.log(`Most memory at 10,000 tasks: ${peakMegabytes(10_000).toFixed(0)} MB (at most 400)`);
  console.log(
    `Node ${process.version}, median of ${rounds} rounds${peers.length === 0 ? "; Backlog.md could not be installed" : ""}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
