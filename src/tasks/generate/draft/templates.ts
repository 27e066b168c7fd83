/**
 * All words of a draft that don't come from the PRD. A template is chosen by the structure of a sentence, never by its
 * topic. `docs/generate.md` lists them, and a test checks every draft against this list.
 */
export const templates = {
  /** `Photo Upload Flow` */
  thing: (name: string) => `Implement ${name}`,
  /** `Members can borrow a tool`, `Members must be able to borrow a tool` */
  ability: (subject: string, deed: string) => `Allow ${subject} to ${deed}`,
  model: (name: string) => `Create the ${name} model`,
  fields: (names: string) => `Fields: ${names}`,
  hasFields: (model: string, names: string) => `${model} has the fields ${names}`,
  endpoint: (endpoint: string) => `Implement ${endpoint}`,
  exists: (endpoint: string) => `${endpoint} exists`,
  status: (endpoint: string, code: string, meaning: string) =>
    `${endpoint} answers ${code}: ${meaning}`.replace(/: $/, ""),
  limit: (words: string, last: string, next: string) =>
    `"${words}": ${last} is within the limit, ${next} is not`,
  section: (heading: string) => `Apply "${heading}"`,
  answers: (heading: string) => `Apply the answers under "${heading}"`,
  check: (heading: string) => `Check "${heading}"`,
  checkEach: (heading: string) => `Check each criterion of "${heading}"`,
} as const;

/** Fills a template for an English PRD. For any other language, only the words of the PRD are left. */
export const fill =
  (language: string) =>
  <Words extends readonly string[]>(template: (...words: Words) => string, ...words: Words): string =>
    language === "en" ? template(...words) : words.filter((word) => word !== "").join(": ");
