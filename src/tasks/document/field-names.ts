import { letters } from "./letters.ts";
import type { FieldName } from "./task-list.ts";

/** Emoji, bold marks, digits and blanks around the words of a label. */
const outerMarks = new RegExp(`^[^${letters}]+|[^${letters}]+$`, "g");

/** The document's own labels, as they are written. */
export const canonicalLabel = {
  status: "Status",
  owner: "Owner",
  complexity: "Complexity",
  dependencies: "Dependencies",
  requirements: "Requirements",
  files: "Files",
  endpoint: "Endpoint",
  steps: "Steps",
  verification: "Verification",
} as const satisfies Record<FieldName, string>;

/** Other words that people use for the same field. */
const synonyms: Record<string, FieldName> = {
  "acceptance criteria": "verification",
  "success criteria": "verification",
  "definition of done": "verification",
  "verification steps": "verification",
  "verification criteria": "verification",
  verify: "verification",
  subtasks: "steps",
  "sub-tasks": "steps",
  "implementation steps": "steps",
  dependency: "dependencies",
  depends: "dependencies",
  "depends on": "dependencies",
  "blocked by": "dependencies",
  prerequisite: "dependencies",
  prerequisites: "dependencies",
  file: "files",
  step: "steps",
  requirement: "requirements",
  endpoints: "endpoint",
  "api endpoint": "endpoint",
};

/** A dependency or a criterion that is not seen would let a task pass as ready or as done, whatever its language. */
const translations: Record<string, FieldName> = {
  依赖: "dependencies",
  依赖项: "dependencies",
  依赖关系: "dependencies",
  前置条件: "dependencies",
  의존성: "dependencies",
  "선행 작업": "dependencies",
  зависимости: "dependencies",
  abhängigkeiten: "dependencies",
  dépendances: "dependencies",
  dependencias: "dependencies",
  验收标准: "verification",
  "완료 조건": "verification",
  "критерии приемки": "verification",
  akzeptanzkriterien: "verification",
  "critères d'acceptation": "verification",
  "criterios de aceptación": "verification",
};

const names = Object.keys(canonicalLabel) as FieldName[];
const namesByWords = new Map<string, FieldName>([
  ...names.map((name): [string, FieldName] => [name, name]),
  ...Object.entries(synonyms),
  ...Object.entries(translations),
]);

/** The field that a label names: its own word, a synonym, or a slip of the pen; null for a label of the writer's own. */
export function fieldNamed(label: string): FieldName | null {
  // Nearly every label is one of the document's own.
  const known = namesByWords.get(label.toLowerCase());
  if (known !== undefined) return known;
  const words = label
    .replace(/\([^)]*\)/g, " ")
    .replace(outerMarks, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
  if (/^files? (?:to |touched|changed|affected|created|modified)/.test(words)) return "files";
  return namesByWords.get(words) ?? misspeltName(words);
}

/** Whether the label is one of the document's own words, only spelt otherwise: what `lint --fix` puts right. */
export function isMisspelt(label: string, name: FieldName): boolean {
  const words = label.toLowerCase();
  return label !== canonicalLabel[name] && (words === name || misspeltName(words) === name);
}

/** Long words alone: between short ones a slip cannot be told from another word. */
function misspeltName(words: string): FieldName | null {
  if (words.length < 7 || words.length > 16) return null;
  const near = names.find(
    (name) =>
      name.length >= 8 && name[0] === words[0] && editDistance(name, words) <= (name.length > 9 ? 2 : 1),
  );
  return near ?? null;
}

/** How many letters must be put in, taken out or changed to make one word of the other. */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
