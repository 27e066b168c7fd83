import { scripts, shells } from "../cli/completion/scripts.ts";
import type { Declaration } from "../cli/options/declaration.ts";
import { operation } from "./operation.ts";

const declaration = {
  name: "completion",
  summary: "print the script that makes a shell complete this command, with the numbers of the list",
  arguments: { shell: { value: "shell", summary: "which shell", choices: shells, isRequired: true } },
  examples: [
    'tasks completion zsh > "$fpath[1]/_tasks"',
    "tasks completion fish > ~/.config/fish/completions/tasks.fish",
    "source <(tasks completion bash)",
  ],
} as const satisfies Declaration;

/** The script that makes a shell complete the command, including current task numbers. */
export const completion = operation(declaration, async ({ shell }) => {
  const script = scripts[shell];
  return { json: { shell, script }, text: script.trimEnd() };
});
