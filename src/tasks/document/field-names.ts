import { distance } from "fastest-levenshtein";
import { letters, wordsIn } from "./letters.ts";
import type { FieldName } from "./task-list.ts";

/** Emoji, bold marks, digits and blanks around the words of a label. */
const outerMarks = new RegExp(`^[^${letters}]+|[^${letters}]+$`, "g");

/** The format's own labels. */
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
  proof: "Proof",
} as const satisfies Record<FieldName, string>;

/**
 * Synonyms of the labels, in lower case. If a label went unrecognized, a task could wrongly count as ready, done or
 * free.
 */
const otherWords: Partial<Record<FieldName, string>> = {
  status: "状态, 状態, 상태, статус, état, stato, stan, statut, estado",
  owner: `
    负责人, 負責人, 担当, 担当者, 담당자, ответственный, исполнитель, verantwortlich, responsable, responsável,
    responsabile
  `,
  complexity:
    "复杂度, 複雜度, 複雑度, 복잡도, сложность, komplexität, complexité, complejidad, complexidade, complessità",
  dependencies: `
    dependency, depends, deps, depends on, blocked by, prerequisite, prerequisites, 依赖, 依赖项, 依赖关系, 依赖任务,
    前置条件, 前置任务, 依賴, 前提条件, 依存, 依存関係, 의존성, 선행 작업, 선행 조건, зависимости, зависит от, abhängigkeiten,
    abhängig von, voraussetzungen, dépendances, dépend de, prérequis, dependencias, depende de,
    requisitos previos, dependências, dipendenze, afhankelijkheden, zależności
  `,
  requirements:
    "requirement, 需求, 要求, 요구사항, требования, anforderungen, exigences, requisitos, requisiti",
  files: `
    file, 文件, 涉及文件, 档案, ファイル, 파일, файлы, dateien, fichiers, archivos, ficheros, arquivos, bestanden,
    pliki
  `,
  endpoint: "endpoints, api endpoint",
  steps: `
    subtasks, sub-tasks, implementation steps, step, 步骤, 实施步骤, 子任务, 步驟, 手順, 단계, 세부 작업, 세부 단계, шаги,
    подзадачи, schritte, teilaufgaben, étapes, sous-tâches, pasos, subtareas, passos, subtarefas,
    passaggi, stappen, kroki
  `,
  verification: `
    acceptance criteria, success criteria, definition of done, verification steps, verification criteria,
    verify, 验收标准, 验证, 完成标准, 完成条件, 驗收標準, 検証, 受け入れ基準, 受入基準, 완료 조건, 완료 기준, 검증, 수락 기준, критерии приемки,
    критерии приёмки, критерии готовности, проверка, akzeptanzkriterien, abnahmekriterien, prüfung,
    verifikation, überprüfung, critères d'acceptation, vérification, critères de validation,
    criterios de aceptación, verificación, criterios de éxito, critérios de aceitação, verificação,
    criteri di accettazione, verifica, acceptatiecriteria, kryteria akceptacji
  `,
};

const names = Object.keys(canonicalLabel) as FieldName[];
const namesByWords = new Map<string, FieldName>(
  names.flatMap((name) => [name, ...wordsIn(otherWords[name] ?? "")].map((word) => [word, name] as const)),
);

/** The field that a label names, by its standard word, a synonym or a misspelling; null for an author's own label. */
export function fieldNamed(label: string): FieldName | null {
  // Nearly every label is a standard word.
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

/** Whether the label is a misspelt standard word, which `lint --fix` corrects. */
export function isMisspelt(label: string, name: FieldName): boolean {
  const words = label.toLowerCase();
  return label !== canonicalLabel[name] && (words === name || misspeltName(words) === name);
}

/** Only for long words, because a misspelt short word looks like another word. */
function misspeltName(words: string): FieldName | null {
  if (words.length < 7 || words.length > 16) return null;
  const near = names.find(
    (name) => name.length >= 8 && name[0] === words[0] && distance(name, words) <= (name.length > 9 ? 2 : 1),
  );
  return near ?? null;
}
