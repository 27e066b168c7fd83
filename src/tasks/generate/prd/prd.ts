import type { SectionKind } from "./section-kind.ts";
/** A line of a PRD's prose with what stands below it. */
export interface Detail {
  readonly text: string;
  readonly line: number;
  /** The bold label or small heading it stands under, within its requirement or section. */
  readonly group: string | null;
  readonly details: readonly Detail[];
}

export interface CodeSample {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

export interface Requirement {
  /** As the PRD writes it (`FR-1`, `REQ-LP-001`), or `Requirement 3` where it gives a bare number or none. */
  readonly id: string;
  /** The requirement this one is a part of. */
  readonly parent: string | null;
  /** The heading or the bold words it begins with. */
  readonly title: string | null;
  /** Its first sentence or sentences; the title again where it has no others. */
  readonly text: string;
  /** The heading it is grouped under. */
  readonly area: string | null;
  readonly details: readonly Detail[];
  readonly criteria: readonly string[];
  readonly code: readonly CodeSample[];
  /** Ids of other requirements that it names. */
  readonly references: readonly string[];
  /** The PRD is in English, whose sentences can be put in another form. */
  readonly english: boolean;
  /** A quality of the whole (`NFR-2`), rather than something to build. */
  readonly quality: boolean;
  readonly line: number;
}

export interface UserStory {
  readonly id: string | null;
  readonly title: string | null;
  readonly role: string | null;
  /** What the role wants, a verb first: `log my time by category`. */
  readonly want: string;
  readonly criteria: readonly string[];
  readonly line: number;
}

export interface DataField {
  readonly name: string;
  /** Its type and rules as far as the PRD tells them. */
  readonly note: string;
}

export interface DataModel {
  readonly name: string;
  readonly fields: readonly DataField[];
  readonly rules: readonly string[];
  readonly line: number;
}

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  /** What the PRD says it does. */
  readonly purpose: string | null;
  /** `200: Stats retrieved successfully` */
  readonly statuses: readonly { readonly code: number; readonly meaning: string }[];
  readonly rules: readonly string[];
  readonly line: number;
}

/** A remark in a section that is not about requirements: a consideration, a test to write, a criterion. */
export interface Note extends Detail {
  readonly kind: SectionKind;
}

/** How one section was read. */
export interface Reading {
  readonly heading: string;
  readonly line: number;
  readonly kind: SectionKind;
  readonly took: string;
}

/** A line that looks like a requirement and was not taken for one. */
export interface Untaken {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

export interface Prd {
  readonly title: string;
  readonly requirements: readonly Requirement[];
  readonly stories: readonly UserStory[];
  readonly models: readonly DataModel[];
  readonly endpoints: readonly Endpoint[];
  readonly filePaths: readonly string[];
  readonly notes: readonly Note[];
  readonly readings: readonly Reading[];
  readonly untaken: readonly Untaken[];
  /** Every heading, for the refusal of a PRD in which no requirement was found. */
  readonly headings: readonly string[];
}
