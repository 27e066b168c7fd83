import type { Task, TaskList } from "../../../src/tasks/document/task-list.ts";
import { isEnglish } from "../../../src/tasks/generate/wording/is-english.ts";
import { meaningfulWords } from "../../../src/tasks/generate/wording/word-weights.ts";

const longestTitle = 72;

/** What a strict reader would strike out of a generated list, each fault with the task it is in. */
export function faultsOf(list: TaskList): readonly string[] {
  const seen = new Map<string, string>();
  return list.tasks.flatMap((task) => {
    const title = task.title.toLowerCase();
    const twin = seen.get(title);
    seen.set(title, task.number);
    return [
      ...(twin === undefined ? [] : [`has the title of ${twin}`]),
      ...faultsOfTitle(task.title),
      ...task.steps.flatMap(({ text }) => faultsOfText("step", text)),
      ...task.verification.flatMap(({ text }) => faultsOfText("criterion", text)),
      ...faultsOfTask(task),
    ].map((fault) => `${task.number} "${task.title}": ${fault}`);
  });
}

function faultsOfTitle(title: string): readonly string[] {
  const isRoute = /^Create [A-Z]+ \//.test(title);
  return [
    ...(title.length > longestTitle && !isRoute ? [`its title has ${title.length} characters`] : []),
    ...(/^(?:Implement|Build|Create|Add|Do) (?:N?FR|REQ|US|Requirement)[-\s]?\d/i.test(title)
      ? ["its title is an id"]
      : []),
    ...(/^(?:implement|build|create|add|define|schedule) (?:users? (?:can|must|should)|the system (?:must|should)|implement|add|build|create|define|must|should|shall)\b/i.test(
      title,
    )
      ? ["its title has a verb twice"]
      : []),
    ...(/\b(?:a|an|the|of|to|for|with|and|or|in|on|at|by|from|via|using|en|para|de|con|und|für|mit|von)$/i.test(
      title,
    ) && isEnglish(title)
      ? ["its title breaks off"]
      : []),
    ...faultsOfText("title", title),
  ];
}

/** Markdown leftovers, and what a cut left open. */
function faultsOfText(what: string, text: string): readonly string[] {
  const prose = text.replaceAll(/`[^`]*`/g, "`x`");
  return [
    ...(/\*\*|(?<![\w`])__|\]\(|<\/?(?:br|b|i|strong|em|p|li)\b/i.test(prose)
      ? [`${what} with Markdown: ${text}`]
      : []),
    ...(/[:：,;]$/u.test(prose) ? [`${what} that ends open: ${text}`] : []),
    ...(text.split("`").length % 2 === 0 ? [`${what} with an open code span: ${text}`] : []),
    ...(prose.split("(").length !== prose.split(")").length && !/^[a-z\d]\)|[:;]-?[()]/i.test(prose)
      ? [`${what} with an open bracket: ${text}`]
      : []),
    ...(prose.split('"').length % 2 === 0 && !/\d"/.test(prose)
      ? [`${what} with an open quotation: ${text}`]
      : []),
    ...(/\b(?:an? an?|the the|is is|are are|must must|add add|to to)\b/i.test(prose)
      ? [`${what} with a word twice: ${text}`]
      : []),
  ];
}

function faultsOfTask({ title, steps, verification }: Task): readonly string[] {
  const criteria = verification.map(({ text }) => text);
  const saying = criteria.filter((criterion) => saysMore(criterion, title));
  return [
    ...(steps.length < 2 ? ["it has a single step"] : []),
    ...(criteria.some((criterion) => criterion.toLowerCase() === title.toLowerCase()) && isEnglish(title)
      ? ["a criterion is its title"]
      : []),
    ...(saying.length === 0 && isEnglish(title)
      ? [`its criteria say no more than its title: ${criteria[0]}`]
      : []),
    ...(new Set(criteria).size < criteria.length ? ["it has a criterion twice"] : []),
    ...(new Set(steps.map(({ text }) => text)).size < steps.length ? ["it has a step twice"] : []),
  ];
}

function saysMore(criterion: string, title: string): boolean {
  const known = meaningfulWords(
    `${title} library project program tool website platform software product implements`,
  );
  return [...meaningfulWords(criterion)].some((word) => !known.has(word));
}
