/** The assistants whose commands can be written. */
export const assistantNames = ["claude", "cursor", "copilot", "gemini", "codex"] as const;

export type AssistantName = (typeof assistantNames)[number];
