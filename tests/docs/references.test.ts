import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listDecisions } from "../../scripts/index-decisions.ts";
import { SETTINGS } from "../../src/config.ts";
import { runTasks } from "../support/tasks-command.ts";

const read = (path: string): string => readFileSync(path, "utf8");

const pages = ["README.md", ...globSync("docs/**/*.md")];

test("docs/configuration.md and .env.example have every setting that the server reads", () => {
  const described = [...read("docs/configuration.md").matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual([...SETTINGS].sort());
  const examples = [...read(".env.example").matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect([...new Set(examples)].toSorted()).toEqual([...SETTINGS].sort());
});

test("docs/README.md lists every page of docs", () => {
  const linked = [...read("docs/README.md").matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => `docs/${path}`);
  const expected = pages.filter((path) => dirname(path) === "docs" && basename(path) !== "README.md");
  expect(linked.toSorted()).toEqual([...expected, "docs/decisions/README.md"].sort());
});

test("the index of decisions has every record with its number, title and status", () => {
  const rows = read("docs/decisions/README.md").match(/^\| \d.*$/gm) ?? [];
  const undated = rows.map((row) => row.replace(/ \| \d{4}-\d{2}-\d{2} \| /, " | "));
  const expected = listDecisions().map(
    ({ number, title, file, status }) => `| ${number} | [${title}](${file}) | ${status} |`,
  );
  expect(undated).toEqual(expected);
});

test("docs/tasks.md lists every command with the words of its help", async () => {
  const { stdout } = await runTasks(["--help"], { env: { COLUMNS: "400" } });
  const commands = stdout.split("Work through the list:")[1]?.split("Example:")[0] ?? "";
  const rows = [...commands.matchAll(/^ {2}([a-z|]+)(?: [[<]\S*)* {2,}(.+)$/gm)].map(
    ([, name = "", summary]) => `| \`${name.replace("|", "`, `")}\` | ${summary} |`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const [, table = ""] = read("docs/tasks.md").split("| command | what it does |\n| --- | --- |\n");
  expect(table.split("\n\n")[0]?.split("\n")).toEqual(rows);
});

test.each(pages)("every link of %s leads to an existing file and heading", (page) => {
  const broken = [...read(page).matchAll(/\]\(((?!https?:)[^)\s]*)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => {
      const [path = "", heading] = target.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      if (!existsSync(file)) return true;
      return heading !== undefined && !headingsOf(read(file)).includes(heading);
    });
  expect(broken).toEqual([]);
});

/** The anchors that GitHub generates for headings. */
const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
