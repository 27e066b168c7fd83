import type { SectionKind } from "./heading-kind.ts";

/**
 * A PRD as data, for the draft, the brief, lint and the comparison of two versions. Nothing is rephrased: every text
 * is quoted from the PRD without the markup of headings, lists and emphasis, with the 1-based line that it begins on.
 * Inline code keeps its backticks.
 */
export interface Passage {
  readonly text: string;
  readonly line: number;
}

export interface Section {
  /** As written, including its number; empty for the text above the first heading. */
  readonly heading: string;
  readonly depth: number;
  readonly kind: SectionKind;
  readonly line: number;
  readonly endLine: number;
  /** The index of the parent section in `Prd.sections`. */
  readonly parent: number | null;
  /** What was read from it, for `--explain`: `FR-1, FR-2, constraints 3`; empty if nothing was. */
  readonly took: string;
}

/** A point below another point or in a section. */
export interface Part extends Passage {
  /** The bold label or small heading above it, within its requirement or section. */
  readonly label: string | null;
  readonly parts: readonly Part[];
}

/**
 * Why a requirement gets no task: the PRD calls it optional, defers it (`future`), rules it out (`wont`), or its box is
 * ticked (`done`).
 */
export type Optionality = "optional" | "future" | "wont" | "done";

export interface Requirement {
  /** As in a task's Requirements field: the PRD's id (`FR-1.2`, `R2`), else `Requirement 3`. Unique. */
  readonly id: string;
  /** The heading, or the bold words at the start. */
  readonly title: string | null;
  /** The words after id and title, verbatim; the title again if there are no others. */
  readonly text: string;
  /** The sentences that introduce the list that it is in, outermost first: `Users must be able to:`. */
  readonly lead: readonly Passage[];
  readonly parts: readonly Part[];
  readonly area: string | null;
  readonly criteria: readonly Passage[];
  /** Null if the requirement must be built. */
  readonly optional: Optionality | null;
  readonly kind: "functional" | "quality";
  /** Ids of the other requirements of this PRD that it mentions. */
  readonly references: readonly string[];
  readonly code: readonly Passage[];
  readonly line: number;
  readonly endLine: number;
}

/** A point of a section that limits how the work is done: technology, design, data, security, performance. */
export interface Constraint extends Part {
  /** The heading of its section, which a task's Requirements field can name. */
  readonly section: string;
  readonly kind: SectionKind;
  /** The blocks of code after it, except those that declare models or endpoints. */
  readonly code: readonly Passage[];
}

export interface Question extends Passage {
  readonly section: string;
}

/** A question that the PRD answers. `line` is the line of the question. */
export interface Answer extends Question {
  readonly answer: string;
  readonly answerLine: number;
}

export interface Story {
  readonly id: string | null;
  readonly title: string | null;
  /** The whole sentence. */
  readonly text: string;
  readonly criteria: readonly Passage[];
  /** The other points below its sentence. */
  readonly details: readonly Part[];
  readonly optional: Optionality | null;
  readonly line: number;
}

/** An acceptance criterion that belongs to no requirement. */
export interface Criterion extends Passage {
  readonly section: string;
}

export interface ModelField {
  readonly name: string;
  /** Type and rules, if the PRD gives any. */
  readonly note: string;
  readonly line: number;
}

export interface Model {
  readonly name: string;
  readonly fields: readonly ModelField[];
  readonly rules: readonly Passage[];
  readonly line: number;
}

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly purpose: string | null;
  /** `200: Stats retrieved successfully` */
  readonly statuses: readonly { readonly code: number; readonly meaning: string; readonly line: number }[];
  readonly rules: readonly Part[];
  readonly code: readonly Passage[];
  readonly line: number;
}

/** The part of the PRD that a statement is in. */
export type Owner =
  | { readonly kind: "requirement"; readonly id: string }
  | { readonly kind: "answer"; readonly line: number }
  | { readonly kind: "section"; readonly heading: string };

/** A number with a unit or a limit. */
export interface Quantity {
  /** As written, with its unit and the words for the limit: `up to 500 characters`. */
  readonly text: string;
  readonly value: number;
  /** Normalized, in the singular (`second`, `MB`, `%`, `character`); null without a unit. */
  readonly unit: string | null;
  /** `max` for `up to`, `under`; `min` for `at least`, `over`. A `range` is two quantities, one for each end. */
  readonly bound: "max" | "min" | "exact" | "range" | null;
  readonly line: number;
  readonly owner: Owner;
}

/** Text that looks like something to build but was not read as such, and why. */
export interface Unread extends Passage {
  readonly reason: string;
}

/** An id with others below it (`FR-1` over `FR-1.1`): not a requirement, but a name for all of them. */
export interface RequirementGroup extends Passage {
  readonly id: string;
  readonly requirements: readonly string[];
}

export interface Prd {
  readonly title: string;
  readonly language: "en" | "other";
  readonly sections: readonly Section[];
  /** In document order, including optional ones. */
  readonly requirements: readonly Requirement[];
  readonly groups: readonly RequirementGroup[];
  /** All ids in the PRD: of requirements, groups, stories, criteria and questions. */
  readonly ids: readonly string[];
  readonly constraints: readonly Constraint[];
  /**
   * The points of plans, most of which repeat requirements, and of measures of success, and prose beside requirements.
   * They get no task.
   */
  readonly aside: readonly Constraint[];
  readonly answers: readonly Answer[];
  readonly openQuestions: readonly Question[];
  readonly stories: readonly Story[];
  readonly criteria: readonly Criterion[];
  readonly models: readonly Model[];
  readonly endpoints: readonly Endpoint[];
  readonly quantities: readonly Quantity[];
  /** Things not to build, including later work. Optional requirements are not repeated here. */
  readonly nonGoals: readonly Part[];
  readonly unread: readonly Unread[];
}
