import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchChromium } from "../tests/support/launch-chromium.ts";

const LIST = "tests/fixtures/prds/lists/tasks-0004-prd-parcel-tracking.md";
const DOCS_PICTURE = "docs/tasks-graph.png";

/** Takes the screenshot of a graph for docs/tasks.md. The list is a test fixture that two people have started. */
async function pictureGraph(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-picture-"));
  const [list, html] = [join(folder, "tasks-0004-prd-parcel-tracking.md"), join(folder, "plan.html")];
  copyFileSync(LIST, list);
  const tasks = (...words: readonly string[]): string =>
    execFileSync(process.execPath, ["dist/tasks/bin.js", "--list", list, ...words], { encoding: "utf8" });
  tasks("complete", "1.1", "--verified");
  tasks("start", "1.2", "--as", "ann");
  tasks("start", "4.1", "--as", "ben");
  writeFileSync(html, tasks("graph", "--format", "html"));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1260, height: 1060 } });
    await page.goto(pathToFileURL(html).href);
    await page.screenshot({ path: DOCS_PICTURE });
  } finally {
    await browser.close();
  }
}

await pictureGraph();
