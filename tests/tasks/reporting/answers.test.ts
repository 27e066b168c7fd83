import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createProgram } from "../../../src/tasks/cli/create-program.ts";
import { answers } from "../../../src/tasks/reporting/answers.ts";
import { program } from "../../support/machine.ts";
import { runTasks, temporaryFolder, writeFile } from "../../support/tasks-command.ts";
import { describeWith } from "../../support/test-with.ts";

type Command = keyof typeof answers;

const prd = "0001-prd-password-reset.md";
const list = `tasks/tasks-${prd}`;
const example = (name: string): string => readFileSync(resolve("examples/tasks", name), "utf8");

/**
 * Every command on a copy of the example list, in sequence, with every form of its answer. Add a line for a new command
 * or a new form of an answer.
 */
const calls: readonly (readonly [Command, ...string[]])[] = [
  ["list"],
  ["list", "--phase", "1"],
  ["show", "2.1"],
  ["progress"],
  ["graph"],
  ["graph", "--format", "mermaid"],
  ["lint"],
  ["lint", list, list],
  ["lint", "--fix", "--dry-run"],
  ["lint", "--prd", prd],
  ["audit"],
  ["coverage", "--prd", prd],
  ["next"],
  ["next", "--explain"],
  ["next", "--start", "--as", "ann", "--explain"],
  ["check", "1.1"],
  ["check", "1.1", "1"],
  ["check", "1.1", "--all", "--dry-run"],
  ["verify", "1.1"],
  ["verify", "1.1", "--run", "--yes"],
  ["block", "1.1", "--reason", "waiting for a key"],
  ["unblock", "1.1"],
  ["release", "1.1"],
  ["start", "1.1"],
  ["complete", "1.1", "--verified"],
  ["audit"],
  ["log"],
  ["undo", "--dry-run"],
  ["undo"],
  ["reset", "1.1"],
  ["add", "Remind people", "--verify", "`true` passes", "--after", "1.1"],
  ["complete", "1.2", "--run", "--yes"],
  ["log", "1.2"],
  ["edit", "1.2", "--title", "Remind members"],
  ["move", "1.2", "--after", "1.3"],
  ["remove", "1.3", "--yes", "--force", "--reason", "not needed"],
  ["renumber"],
  ["brief", prd],
  ["generate", prd],
  ["generate", prd, "--force", "--dry-run"],
  ["generate", prd, "--stdout", "--explain"],
  ["generate", prd, "--explain"],
  ["update", prd, "--record"],
  ["update", prd],
  ["update", "0002-prd-password-reset.md", "--dry-run"],
  ["update", "0002-prd-password-reset.md"],
  ["import", "outline.md", "--stdout"],
  ["import", "outline.md"],
  ["init", "--assistant", "claude", "--dry-run"],
  ["init", "--assistant", "claude"],
  ["init", "--merge", "--dry-run"],
  ["init", "--merge"],
  ["init", "--remove"],
  ["completion", "bash"],
  ["run", "--with", "true", "--dry-run"],
  ["run", "--with", "true", "--yes", "--max-tasks", "1"],
  ["merge", "base.md", "ours.md", "theirs.md", "--dry-run"],
  ["merge", "base.md", "ours.md", "theirs.md"],
  ["error", "show", "9.9"],
  ["error", "start", "2.1"],
];

/** Commands without a JSON answer: a server, and the one that completion scripts call. */
const withoutAnswer = ["mcp", "__complete"];

function projectFolder(): string {
  const folder = temporaryFolder();
  writeFile(folder, list, example(`tasks-${prd}`));
  writeFile(folder, prd, example(prd));
  writeFile(folder, "0002-prd-password-reset.md", example(prd).replace("30 minutes", "20 minutes"));
  writeFile(folder, "outline.md", "# Loans\n\n- [ ] 1. Borrow\n  - [ ] 1.1 Screen\n  - [x] 1.2 Button\n");
  writeFile(folder, "other/tasks/tasks-0002-prd-merge.md", "<<<<<<< ours\n");
  for (const side of ["base", "ours", "theirs"])
    writeFile(folder, `${side}.md`, example(`tasks-${prd}`).replace("Borrow", `Borrow (${side})`));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "--quiet", "-m", "Plan");
  return folder;
}

/** In this test an answer may contain only fields that its schema declares. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const closedSchema = (command: Command) => ajv.compile(z.toJSONSchema(answers[command]));

describeWith([program("git")], "the JSON answers of all commands", () => {
  it("match their schemas exactly and name the list", { timeout: 300_000 }, async () => {
    const folder = projectFolder();
    for (const [command, ...words] of calls) {
      const args = command === "error" ? words : [command, ...words];
      const outcome = await runTasks(["--list", join(folder, list), "--json", ...args], { cwd: folder });
      const answer = JSON.parse(outcome.stdout);
      const isValid = closedSchema(command);
      isValid(answer);
      expect(isValid.errors, `tasks ${args.join(" ")} answered ${outcome.stdout}`).toBeNull();
      const hasList = "task" in answer || "tasks" in answer || "diagnostics" in answer;
      if (hasList) expect(Object.keys(answer)[0], args.join(" ")).toBe("list");
      if ("task" in answer) expect(answer.list).toBe(list);
    }
  });
});

describe("the schemas of the JSON answers", () => {
  it("cover every command, and this test uses each of them", () => {
    const { commands } = createProgram("0.0.0", []);
    const names = commands.map((command) => command.name()).filter((name) => !withoutAnswer.includes(name));
    expect(Object.keys(answers).toSorted()).toEqual([...names, "error"].toSorted());
    const seen = new Set<string>(calls.map(([command]) => command));
    expect([...seen].toSorted()).toEqual(Object.keys(answers).toSorted());
  });

  it("are in the package, and allow new fields", { timeout: 60_000 }, () => {
    const files = readdirSync("schemas").map((name) => name.replace(/\.json$/, ""));
    expect(files.toSorted()).toEqual(Object.keys(answers).toSorted());
    for (const name of files) {
      const schema = JSON.parse(readFileSync(`schemas/${name}.json`, "utf8"));
      new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
      expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
      expect(readFileSync("docs/json.md", "utf8")).toContain(`\`${name}.json\``);
    }
  });
});
