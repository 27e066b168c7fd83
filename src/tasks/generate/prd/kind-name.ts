import type { SectionKind } from "./model.ts";

const readAs: Readonly<Record<SectionKind, string>> = {
  requirements: "requirements",
  features: "features",
  scope: "the scope",
  stories: "user stories",
  criteria: "acceptance criteria",
  quality: "qualities of the whole",
  technical: "technical considerations",
  data: "data models",
  endpoints: "endpoints",
  design: "design considerations",
  testing: "testing needs",
  release: "release and documentation",
  plan: "a plan of work",
  nonGoals: "non-goals, never turned into tasks",
  questions: "questions",
  decisions: "decisions",
  future: "later work, never turned into tasks",
  metrics: "measures of success",
  goals: "goals",
  dependencies: "what it depends on",
  risks: "risks and constraints",
  context: "context",
  other: "text",
};

/** The name of a kind of section in output for people. */
export const nameOfKind = (kind: SectionKind): string => readAs[kind];
