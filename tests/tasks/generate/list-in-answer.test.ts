import { describe, expect, it } from "vitest";
import { listInAnswer } from "../../../src/tasks/generate/conduct/list-in-answer.ts";

const list = "# Task List: Notes\n\n### Task 1.1: Write\n\n**Verification**:\n\n- [ ] A note is stored\n";
const withCode = `${list}\n\`\`\`ts\nconst a = 1;\n\`\`\`\n\n- [ ] It compiles\n`;

describe("the list in an assistant's answer", () => {
  it.each([
    ["is all of it", list, list],
    ["is in a fence", `\`\`\`markdown\n${list}\`\`\``, list],
    ["is in a fence of tildes", `~~~md\n${list}~~~`, list],
    ["is in a fence that holds another", `\`\`\`markdown\n${withCode}\`\`\`\n\nDone.`, withCode],
    ["is between words", `Sure! Here is the list:\n\n${list}\nLet me know if you want changes!`, list],
    ["is between words and a rule", `Sure!\n\n${list}\n---\n\nThat makes one task.`, list],
    ["comes after thoughts with a heading", `# Thinking\n\nOne task.\n\n${list}`, list],
    [
      "comes in colours and with carriage returns",
      `\u001B[1m${list.replaceAll("\n", "\r\n")}\u001B[0m`,
      list,
    ],
    ["comes after an example in a fence", `\`\`\`sh\nls\n\`\`\`\n\n${list}`, list],
  ])("%s", (_, answer, expected) => {
    expect(listInAnswer(answer)).toBe(expected);
  });

  it("is the whole answer where nothing looks like a list", () => {
    expect(listInAnswer("I cannot do that.")).toBe("I cannot do that.\n");
  });
});
