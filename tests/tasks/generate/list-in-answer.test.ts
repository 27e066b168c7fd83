import { describe, expect, it } from "vitest";
import { listInAnswer } from "../../../src/tasks/generate/brief/ask-assistant.ts";

const list = "# Task List: Notes\n\n### Task 1.1: Write\n\n**Verification**:\n\n- [ ] A note is stored\n";
const withCode = `${list}\n\`\`\`ts\nconst a = 1;\n\`\`\`\n\n- [ ] It compiles\n`;

describe("the list in an assistant's answer", () => {
  it.each([
    ["is the whole answer", list, list],
    ["is in a code fence", `\`\`\`markdown\n${list}\`\`\``, list],
    ["is in a fence of tildes (~~~)", `~~~md\n${list}~~~`, list],
    ["is in a fence that contains another fence", `\`\`\`markdown\n${withCode}\`\`\`\n\nDone.`, withCode],
    ["is in a fence that begins with a blank line", `\`\`\`markdown\n\n${list}\n\`\`\``, list],
    [
      "is in a fence before another code block",
      `\`\`\`markdown\n${withCode}\`\`\`\n\nCheck it:\n\n\`\`\`sh\ntasks lint\n\`\`\`\n`,
      withCode,
    ],
    ["has a code block, after one with an example", `\`\`\`sh\nls\n\`\`\`\n\n${withCode}`, withCode],
    ["is between sentences", `Sure! Here is the list:\n\n${list}\nLet me know if you want changes!`, list],
    ["is between a sentence and a rule", `Sure!\n\n${list}\n---\n\nThat makes one task.`, list],
    ["comes after a title without tasks", `# Task List: maybe\n\n## Thoughts\n\nOne task.\n\n${list}`, list],
    ["comes after a title without tasks in a fence", `# Task List: maybe\n\n\`\`\`\n${list}\`\`\``, list],
    [
      "has another title and comes after a section of thoughts",
      `# Thinking\n\nOne.\n\n${list.replace("Task List", "Notes")}`,
      list.replace("Task List", "Notes"),
    ],
    ["comes after a section of thoughts", `# Thinking\n\nOne task.\n\n${list}`, list],
    [
      "has terminal colours and CRLF line endings",
      `\u001B[1m${list.replaceAll("\n", "\r\n")}\u001B[0m`,
      list,
    ],
    ["comes after a code block with an example", `\`\`\`sh\nls\n\`\`\`\n\n${list}`, list],
  ])("is found if it %s", (_, answer, expected) => {
    expect(listInAnswer(answer)).toBe(expected);
  });

  it("is the whole answer if nothing in it looks like a list", () => {
    expect(listInAnswer("I cannot do that.")).toBe("I cannot do that.\n");
  });
});
