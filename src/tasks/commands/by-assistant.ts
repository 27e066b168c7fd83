import { assistantProgramNames } from "../assistants/run-assistant.ts";

/** How an assistant writes the list, or its new tasks. */
export const byAssistant = {
  with: {
    value: "assistant",
    summary: `let an assistant write the tasks: ${assistantProgramNames.join(", ")}, or a command that takes the brief on its input`,
  },
  strict: { summary: "with --with: warnings in them also keep the list from being written" },
  timeout: { value: "seconds", summary: "how long that command may take for each answer (default: 600)" },
} as const;
