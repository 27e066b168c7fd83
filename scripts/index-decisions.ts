import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const FOLDER = "docs/decisions";
const INDEX = join(FOLDER, "README.md");

const PREAMBLE = `# Decisions

Choices that someone may want to undo, each with its reason. \`node scripts/index-decisions.ts\` writes this table. A record that is replaced stays, begins with \`Superseded by\` and a link, and is marked here.

| number | title | date | status |
| --: | --- | --- | --- |
`;

/** A row of the index for each record, without the date. */
export function listDecisions(): { file: string; number: number; title: string; status: string }[] {
  return globSync(join(FOLDER, "[0-9]*.md"))
    .sort()
    .map((path) => {
      const text = readFileSync(path, "utf8");
      const [, number = "", title = ""] = /^# (\d+)[.:] (.+)/.exec(text) ?? [];
      const status = /^Superseded by (\[\d+\]\([^)]+\))/m.exec(text);
      return {
        file: basename(path),
        number: Number(number),
        title,
        status: status ? `superseded by ${status[1]}` : "accepted",
      };
    });
}

/** The date of the commit that added the record; today if it is not committed yet. */
function dateOf(file: string): string {
  const args = ["log", "--diff-filter=A", "--format=%as", "--", join(FOLDER, file)];
  const dates = execFileSync("git", args, { encoding: "utf8" }).trim().split("\n");
  return dates.at(-1) || new Date().toISOString().slice(0, 10);
}

function writeIndex(): void {
  const rows = listDecisions().map(
    ({ file, number, title, status }) =>
      `| ${number} | [${title}](${file}) | ${dateOf(file)} | ${status} |\n`,
  );
  writeFileSync(INDEX, PREAMBLE + rows.join(""));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeIndex();
