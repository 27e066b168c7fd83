import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { awkwardTitles } from "../support/awkward-titles.ts";
import { expectAccessible, openWindow } from "../support/browser-window.ts";
import { launchChromium } from "../support/launch-chromium.ts";
import { listOf } from "../support/list-of.ts";
import { chromium } from "../support/machine.ts";
import { runTasks, temporaryFolder, writeFile, writeList } from "../support/tasks-command.ts";
import { describeWith } from "../support/test-with.ts";

const mermaidFile = fileURLToPath(import.meta.resolve("@mermaid-js/tiny"));

const statuses = ["Complete", "In Progress", "Blocked - waiting for a key", "Not Started"];
const usual = listOf(
  Array.from({ length: 60 }, (_, index) => ({
    number: `${Math.floor(index / 10) + 1}.${(index % 10) + 1}`,
    title: `Build part ${index} of the whole`,
    status: statuses[index < 12 ? 0 : index % 8 < 4 ? index % 4 : 3] ?? "Not Started",
    depends: index < 4 ? "None" : `${Math.floor((index - 4) / 10) + 1}.${((index - 4) % 10) + 1}`,
    lines: [`**Files**: src/part-${index % 17}.ts`],
  })),
);
const awkward = listOf(
  awkwardTitles.map((title, index) => ({
    number: `1.${index + 1}`,
    title,
    depends: index > 2 ? `1.${index - 2}, ${title.replaceAll(/[,|`]/g, " ")}` : "None",
    lines: [`**Files**: src/a.ts`, `**Owner**: ${title}`],
  })),
);
const faulty = listOf([
  { number: "1.1", depends: "1.2" },
  { number: "1.2", depends: "1.1" },
  { number: "1.2", depends: 'the "payment" team' },
]);

describeWith([chromium], "tasks graph", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  const draw = async (text: string, format: string): Promise<string> =>
    (await runTasks(["-f", writeList(text), "graph", "--format", format])).stdout;

  /** Opens the page as a file, because that is how people share it. */
  async function openPage(text: string, options: Parameters<typeof openWindow>[2] = {}) {
    const file = writeFile(temporaryFolder(), "plan.html", await draw(text, "html"));
    const window = await openWindow(browser, "http://localhost", options);
    await window.page.goto(pathToFileURL(file).href);
    return window;
  }

  test.each([
    ["a usual list", usual],
    ["awkward titles", awkward],
    ["cycles", faulty],
  ])("prints Mermaid for %s that Mermaid renders with a box for each task", async (_, text) => {
    const { page, close } = await openWindow(browser, "http://localhost");
    await page.addScriptTag({ path: mermaidFile });
    const labels = await page.evaluate<readonly string[]>(
      `mermaid.initialize({ startOnLoad: false });
      mermaid.render("graph", ${JSON.stringify(await draw(text, "mermaid"))}).then(({ svg }) => {
        document.body.innerHTML = svg;
        return [...document.querySelectorAll(".node[id*=flowchart-t]")].map((node) => node.textContent.trim());
      })`,
    );
    expect(labels).toHaveLength(text.match(/^### Task/gm)?.length ?? 0);
    if (text === awkward) {
      expect(labels).toContain("1.1 Say \"hello\" to 'them'");
      expect(labels).toContain("1.2 Use [brackets], (parentheses), {braces} and <angles>");
      expect(labels).toContain("1.3 Fix #42; then #quot; and #35;");
      expect(labels).toContain("1.6 <script>document.title = 'pwned'</script>");
      expect(labels).toContain("1.8 50 % done & counting | a \\ b \\n c");
    }
    expect(await page.title()).not.toBe("pwned");
    await close();
  });

  test.each([usual, awkward, faulty])(
    "prints well-formed SVG with a separate place for each task",
    async (text) => {
      const { page, close } = await openWindow(browser, "http://localhost");
      const boxes = await page.evaluate<readonly string[]>(
        `(() => {
          const svg = new DOMParser().parseFromString(${JSON.stringify(await draw(text, "svg"))}, "image/svg+xml").documentElement;
          if (svg.nodeName !== "svg") throw new Error(svg.textContent);
          return [...svg.querySelectorAll(".node path")].map((box) => box.getAttribute("d"));
        })()`,
      );
      expect(new Set(boxes).size).toBe(text.match(/^### Task/gm)?.length);
      await close();
    },
  );

  test.each(["light", "dark"] as const)(
    "prints an accessible page in %s mode that makes no requests",
    async (colorScheme) => {
      for (const text of [usual, awkward, faulty]) {
        const { page, origins, faults, close } = await openPage(text, { colorScheme });
        await expectAccessible(page);
        expect([...origins]).toEqual(["null"]);
        expect(faults).toEqual([]);
        expect(await page.title()).toBe("Test");
        await close();
      }
    },
  );

  test.each([320, 390, 1280])(
    "prints a page in which only the graph is wider than a window of %i pixels",
    async (width) => {
      const { page, close } = await openPage(awkward, { viewport: { width, height: 800 } });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      await close();
    },
  );

  test("prints a page whose graph leads to the tasks from the keyboard, without scripts", async () => {
    const { page, close } = await openPage(usual, { javaScriptEnabled: false });
    await page.locator(".scroller").focus();
    await page.keyboard.press("Tab");
    const [number] = (await page.locator("svg a:focus text").first().textContent())?.split(" ") ?? [];
    await page.keyboard.press("Enter");
    expect(await page.locator("section:target h3").textContent()).toContain(number);
    await page.getByText("Tests of 1.1 pass").waitFor();
    await close();
  });
});
