/**
 * A PRD as data: what the draft, the brief, lint and the comparison of two versions work on. Nothing here is
 * rephrased: every text is the PRD's own, without the marks of headings, lists and emphasis, and with the 1-based
 * line it begins on. Inline code keeps its backticks.
 */
export interface Passage {
  readonly text: string;
  readonly line: number;
}

/** What a section is about, from its heading; `other` where the heading is not recognized. */
export type SectionKind =
  | "requirements"
  | "features"
  | "scope"
  | "stories"
  | "criteria"
  | "quality"
  | "technical"
  | "data"
  | "endpoints"
  | "design"
  | "testing"
  | "release"
  | "plan"
  | "nonGoals"
  | "questions"
  | "decisions"
  | "future"
  | "metrics"
  | "goals"
  | "dependencies"
  | "risks"
  | "context"
  | "other";

export interface Section {
  /** As written, its number included; empty for what is written above the first heading. */
  readonly heading: string;
  readonly depth: number;
  readonly kind: SectionKind;
  readonly line: number;
  readonly endLine: number;
  /** The index in `Prd.sections` of the section around it. */
  readonly parent: number | null;
  /** What was taken from it, for `--explain`: `FR-1, FR-2`, `3 constraints`; empty for nothing. */
  readonly took: string;
}

/** A point below another one. */
export interface Part extends Passage {
  /** The bold label or small heading that it is listed under, within its requirement or section. */
  readonly label: string | null;
  readonly parts: readonly Part[];
}

export interface CodeSample {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

/** Why a requirement becomes no task: the PRD calls it optional, later work, or decides against it. */
export type Optionality = "optional" | "future" | "wont";

export interface Requirement {
  /** As it is written in a task's Requirements: the PRD's own (`FR-1.2`, `R2`), else `Requirement 3`. Unique. */
  readonly id: string;
  /** The heading or the bold words it begins with. */
  readonly title: string | null;
  /** Its own words after id and title, verbatim; the title again where it has no others. */
  readonly text: string;
  /** The sentences that introduce it and its neighbours, outermost first: `Users must be able to:`. */
  readonly lead: readonly Passage[];
  readonly parts: readonly Part[];
  readonly area: string | null;
  readonly criteria: readonly Passage[];
  /** Null for a requirement to carry. */
  readonly optional: Optionality | null;
  readonly kind: "functional" | "quality";
  /** Ids of other requirements of this PRD that it names. */
  readonly references: readonly string[];
  readonly code: readonly CodeSample[];
  readonly line: number;
  readonly endLine: number;
}

/** A point of a section that limits how the work is done: technology, design, data, security, performance. */
export interface Constraint extends Part {
  /** The heading of its section, as a task's Requirements names it. */
  readonly section: string;
  readonly kind: SectionKind;
}

export interface Question extends Passage {
  readonly section: string;
}

/** A question of the PRD that it has answered. `line` is the question's. */
export interface Answer extends Question {
  readonly answer: string;
  readonly answerLine: number;
}

export interface Story {
  readonly id: string | null;
  readonly title: string | null;
  /** The whole sentence. */
  readonly text: string;
  readonly role: string | null;
  /** What the role wants, verbatim: `log my time by category`. */
  readonly want: string;
  readonly criteria: readonly Passage[];
  readonly line: number;
}

/** A criterion of acceptance that belongs to no one requirement. */
export interface Criterion extends Passage {
  readonly section: string;
  /** Ids of the requirements that it or its label names. */
  readonly requirements: readonly string[];
}

export interface ModelField {
  readonly name: string;
  /** Its type and rules as far as the PRD gives them. */
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
  readonly rules: readonly Passage[];
  readonly line: number;
}

/** The place of a statement. */
export type Owner =
  | { readonly kind: "requirement"; readonly id: string }
  | { readonly kind: "answer"; readonly line: number }
  | { readonly kind: "section"; readonly heading: string };

/** A number with a unit or a limit. */
export interface Quantity {
  /** As written, with its unit and the words of its limit: `up to 500 characters`. */
  readonly text: string;
  readonly value: number;
  /** One spelling a unit, in the singular (`second`, `MB`, `%`, `character`); null where none was written. */
  readonly unit: string | null;
  /** `max` for `up to`, `under`; `min` for `at least`, `over`; `range` gives one quantity for each of its ends. */
  readonly bound: "max" | "min" | "exact" | "range" | null;
  readonly line: number;
  readonly owner: Owner;
}

/** What looks like something to build and was not taken, with the reason. */
export interface Unread extends Passage {
  readonly reason: string;
}

/** An id that heads others (`FR-1` over `FR-1.1`): no requirement, but a name for all of them. */
export interface RequirementGroup extends Passage {
  readonly id: string;
  readonly requirements: readonly string[];
}

export interface Prd {
  readonly title: string;
  /** `en`, `de`, `ko` …; `und` where it can't be told. */
  readonly language: string;
  readonly lineCount: number;
  readonly sections: readonly Section[];
  /** In document order, those marked optional included. */
  readonly requirements: readonly Requirement[];
  readonly groups: readonly RequirementGroup[];
  /** Every id that the PRD gives to anything: requirements, groups, stories, criteria, questions. */
  readonly ids: readonly string[];
  readonly constraints: readonly Constraint[];
  readonly answers: readonly Answer[];
  readonly openQuestions: readonly Question[];
  readonly stories: readonly Story[];
  readonly criteria: readonly Criterion[];
  readonly models: readonly Model[];
  readonly endpoints: readonly Endpoint[];
  readonly quantities: readonly Quantity[];
  /** What is not to be built, later work included. Optional requirements are not repeated here. */
  readonly nonGoals: readonly Part[];
  readonly filePaths: readonly Passage[];
  readonly metrics: readonly Part[];
  readonly unread: readonly Unread[];
}
