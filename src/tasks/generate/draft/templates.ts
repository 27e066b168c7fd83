/**
 * All words of a draft that don't come from the PRD. A template is chosen by the structure of a sentence, never by its
 * topic. `docs/generate.md` lists them, and a test checks every draft against this list.
 */
export const templates = {
  /** `Photo Upload Flow` */
  thing: (name: string) => `Implement ${name}`,
  /** `Scalability` as a quality requirement */
  quality: (name: string) => `Ensure ${name}`,
  /** `Members can borrow a tool`, `Members must be able to borrow a tool` */
  ability: (subject: string, deed: string) => `Allow ${subject} to ${deed}`,
  /** `When a member returns a tool:` */
  occasion: (clause: string) => `Handle this case: ${clause}`,
  model: (name: string) => `Create the ${name} model`,
  fields: (names: readonly string[]) => `Fields: ${names.join(", ")}`,
  hasFields: (model: string, names: readonly string[]) => `${model} has the fields ${names.join(", ")}`,
  endpoint: (endpoint: string) => `Implement ${endpoint}`,
  exists: (endpoint: string) => `${endpoint} exists`,
  status: (endpoint: string, code: number, meaning: string) =>
    `${endpoint} answers ${code}: ${meaning}`.replace(/: $/, ""),
  upperLimit: (words: string, value: number) =>
    `"${words}": ${value} is within the limit, ${value + 1} is not`,
  lowerLimit: (words: string, value: number) =>
    `"${words}": ${value} is within the limit, ${value - 1} is not`,
  section: (heading: string) => `Apply "${heading}"`,
  answers: (heading: string) => `Apply the answers under "${heading}"`,
  /** An example or diagram in a code block of the PRD. */
  sample: (line: number) => `See the code block in line ${line} of the PRD`,
  check: (heading: string) => `Check "${heading}"`,
  checkEach: (heading: string) => `Check each criterion of "${heading}"`,
} as const;
