import type { DataModel } from "../prd/prd.ts";
import { complexityOf } from "./complexity.ts";
import type { Deliverable, Draft, PlannedPhase, PlannedTask } from "./draft.ts";
import { findDependencies } from "./find-dependencies.ts";
import { isStorage } from "./storage.ts";

interface Group {
  readonly title: string;
  readonly drafts: readonly Draft[];
}

const phaseOf: Readonly<Record<Deliverable, string>> = {
  setup: "Data and models",
  model: "Data and models",
  logic: "Core logic",
  job: "Core logic",
  endpoint: "Endpoints",
  integration: "Integrations",
  screen: "Screens",
  quality: "Tests and release",
  test: "Tests and release",
  document: "Tests and release",
  release: "Tests and release",
};
const order = ["Data and models", "Core logic", "Endpoints", "Integrations", "Screens", "Tests and release"];

/** Puts tasks into phases that follow the work, each after those it builds on, and numbers them. */
export function arrange(drafts: readonly Draft[], models: readonly DataModel[]): readonly PlannedPhase[] {
  const groups = settled(groupsOf(drafts));
  const ordered = groups.flatMap((group) => group.drafts);
  const dependencies = findDependencies(ordered, models);
  const numbers = new Map(
    groups.flatMap((group, phase) =>
      group.drafts.map((draft, seq) => [draft.key, `${phase + 1}.${seq + 1}`] as const),
    ),
  );
  return groups.map((group, phase) => ({
    number: phase + 1,
    title: group.title,
    tasks: group.drafts.map((draft) => planned(draft, dependencies.get(draft.key) ?? [], numbers)),
  }));
}

function planned(draft: Draft, needs: readonly string[], numbers: ReadonlyMap<string, string>): PlannedTask {
  const dependencies = needs.flatMap((need) => numbers.get(need) ?? []).toSorted(byNumber);
  return {
    ...draft,
    number: numbers.get(draft.key) ?? "",
    complexity: complexityOf(draft, dependencies.length),
    dependencies,
  };
}

function byNumber(one: string, other: string): number {
  const [phase = 0, seq = 0] = one.split(".").map(Number);
  const [otherPhase = 0, otherSeq = 0] = other.split(".").map(Number);
  return phase - otherPhase || seq - otherSeq;
}

/** The PRD's own areas, where it parts the work into some; else by what is delivered. */
function groupsOf(drafts: readonly Draft[]): readonly Group[] {
  const areas = [...new Set(drafts.flatMap(({ area }) => (area === null ? [] : [area])))];
  const inAreas = drafts.filter(({ area }) => area !== null).length;
  const hasAreas = areas.length >= 2 && inAreas >= areas.length * 1.5;
  const title = (draft: Draft) => {
    if (isFoundation(draft)) return "Data and models";
    return hasAreas && draft.area !== null ? draft.area : phaseOf[draft.deliverable];
  };
  const wanted = hasAreas
    ? [
        "Data and models",
        ...sortedAreas(areas),
        "Core logic",
        "Endpoints",
        "Integrations",
        "Screens",
        "Tests and release",
      ]
    : order;
  return [...new Set(wanted)]
    .map((name) => ({ title: name, drafts: inOrderOfWork(drafts.filter((draft) => title(draft) === name)) }))
    .filter((group) => group.drafts.length > 0);
}

/** Models come first, and routes before the first screen that may call them. Else the PRD's order stands. */
function inOrderOfWork(drafts: readonly Draft[]): readonly Draft[] {
  const isGround = ({ deliverable }: Draft) => deliverable === "model" || deliverable === "setup";
  const others = drafts.filter((draft) => !isGround(draft));
  const firstScreen = others.findIndex(({ deliverable }) => deliverable === "screen");
  const isLate = ({ method }: Draft, index: number) =>
    method !== null && firstScreen >= 0 && index > firstScreen;
  const late = others.filter((draft, index) => isLate(draft, index));
  const rest = others.filter((draft, index) => !isLate(draft, index));
  return [
    ...drafts.filter((draft) => isGround(draft)),
    ...(firstScreen < 0 ? rest : rest.toSpliced(firstScreen, 0, ...late)),
  ];
}

/** What stores the data is needed by all areas, whichever of them tells of it. */
const isFoundation = (draft: Draft): boolean => draft.key.startsWith("model ") || isStorage(draft);

/** Areas keep the PRD's order, but for those that all others stand on and those that come last by their nature. */
function sortedAreas(areas: readonly string[]): readonly string[] {
  const rank = (area: string): number => {
    if (
      /\b(?:storage|database|schema|persistence|infrastructure|foundation|data model|architecture|project setup|setup)\b/i.test(
        area,
      ) &&
      !/access|export/i.test(area)
    )
      return 0;
    return /\b(?:testing|tests|quality|documentation|deployment|distribution|release|launch|monitoring|rollout|migration)\b|마이그레이션|migraci[oó]n/i.test(
      area,
    )
      ? 2
      : 1;
  };
  return areas.toSorted((one, other) => rank(one) - rank(other));
}

/** Sorts each group so that what the PRD refers to comes first, and moves a task on where that stands in a later group. */
function settled(groups: readonly Group[]): readonly Group[] {
  const byKey = new Map(groups.flatMap((group) => group.drafts.map((draft) => [draft.key, draft] as const)));
  const carriers = new Map(
    [...byKey.values()]
      .flatMap((draft) => draft.requirements.map((id) => [id, draft.key] as const))
      .toReversed(),
  );
  const needsOf = (draft: Draft) =>
    draft.needs
      .map((need) => (byKey.has(need) ? need : (carriers.get(need) ?? "")))
      .filter((need) => byKey.has(need) && need !== draft.key);
  const place = new Map(
    groups.flatMap((group, index) => group.drafts.map((draft) => [draft.key, index] as const)),
  );
  const visited = new Set<string>();
  const sorted: Draft[] = [];
  const visit = (draft: Draft, path: ReadonlySet<string>): void => {
    if (visited.has(draft.key)) return;
    // Two requirements that refer to each other keep the PRD's order.
    for (const need of needsOf(draft)) {
      const needed = byKey.get(need);
      if (needed === undefined || path.has(need)) continue;
      visit(needed, new Set([...path, draft.key]));
      if (visited.has(need)) place.set(draft.key, Math.max(place.get(draft.key) ?? 0, place.get(need) ?? 0));
    }
    visited.add(draft.key);
    sorted.push(draft);
  };
  for (const group of groups) for (const draft of group.drafts) visit(draft, new Set([draft.key]));
  return groups
    .map((group, index) => ({ ...group, drafts: sorted.filter(({ key }) => place.get(key) === index) }))
    .filter((group) => group.drafts.length > 0);
}
