import type { SectionKind } from "./section-kind.ts";

const readAs: Readonly<Record<SectionKind, string>> = {
  requirements: "requirements",
  features: "features",
  solution: "the solution",
  stories: "user stories",
  criteria: "acceptance criteria",
  quality: "qualities of the whole",
  technical: "technical considerations",
  data: "data models",
  endpoints: "endpoints",
  design: "design considerations",
  testing: "testing needs",
  release: "release and documentation",
  plan: "a plan of work, left to the planner",
  nonGoals: "non-goals, never turned into tasks",
  questions: "open questions, never turned into tasks",
  future: "later work, never turned into tasks",
  metrics: "measures of success",
  goals: "goals",
  dependencies: "what it depends on",
  risks: "risks and constraints",
  context: "context",
  other: "text",
};

/** How a kind of section is called where a person reads of it. */
export const nameOfKind = (kind: SectionKind): string => readAs[kind];
