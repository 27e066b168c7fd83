import type { Deliverable } from "./draft.ts";

/** Where a stack keeps its parts, and how its files end. */
interface Stack {
  readonly wording: RegExp;
  readonly extension: string;
  readonly screen: string;
}

const stacks: readonly Stack[] = [
  {
    wording:
      /\b(?:next\.?js|react native|expo|react)\b.*\btypescript\b|\btypescript\b.*\breact\b|\bnext\.?js\b|\.tsx\b|\bshadcn/is,
    extension: ".ts",
    screen: ".tsx",
  },
  { wording: /\breact\b/i, extension: ".js", screen: ".jsx" },
  { wording: /\.vue\b|\bvue(?:\.js)?\b/i, extension: ".ts", screen: ".vue" },
  { wording: /\bsvelte/i, extension: ".ts", screen: ".svelte" },
  { wording: /\btypescript\b|\bnestjs\b|\bdeno\b|\.ts\b/i, extension: ".ts", screen: ".ts" },
  { wording: /\bfastapi\b|\bdjango\b|\bflask\b|\bpython\b|\.py\b/i, extension: ".py", screen: ".py" },
  {
    wording: /\bgolang\b|\b(?:written )?in go\b|\bgo (?:1\.\d|module|backend|service)|\.go\b/i,
    extension: ".go",
    screen: ".go",
  },
  { wording: /\bunity\b|\bc#|\.net\b|\.cs\b/i, extension: ".cs", screen: ".cs" },
  { wording: /\bswiftui\b|\bswift\b/i, extension: ".swift", screen: ".swift" },
  { wording: /\bkotlin\b|\bjetpack compose\b/i, extension: ".kt", screen: ".kt" },
  { wording: /\bflutter\b|\bdart\b/i, extension: ".dart", screen: ".dart" },
  { wording: /\brails\b|\bruby\b/i, extension: ".rb", screen: ".rb" },
  { wording: /\blaravel\b|\bphp\b/i, extension: ".php", screen: ".php" },
  { wording: /\bspring\b|\bjava\b(?!script)/i, extension: ".java", screen: ".java" },
  { wording: /\brust\b|\bcargo\b/i, extension: ".rs", screen: ".rs" },
  { wording: /\bnode(?:\.js)?\b|\bexpress\b|\bjavascript\b|\.js\b/i, extension: ".js", screen: ".js" },
];

const folders: Readonly<Record<Deliverable, string>> = {
  setup: "",
  model: "src/models",
  logic: "src/services",
  job: "src/jobs",
  endpoint: "src/routes",
  integration: "src/integrations",
  screen: "src/components",
  quality: "tests/quality",
  test: "tests",
  document: "docs",
  release: "",
};

/** The stack that a PRD tells of; undefined where it tells of none. A front end may stand on a server in another language. */
export function stackOf(prdText: string): Stack | undefined {
  const first = stacks.find(({ wording }) => wording.test(prdText));
  if (first === undefined || !frontEnds.has(first.screen)) return first;
  const server = stacks.find(({ screen, wording }) => servers.has(screen) && wording.test(prdText));
  return server === undefined ? first : { ...first, extension: server.extension };
}

const frontEnds: ReadonlySet<string> = new Set([".tsx", ".jsx", ".vue", ".svelte"]);
const servers: ReadonlySet<string> = new Set([".py", ".go", ".rb", ".php"]);

/**
 * A place for what a task makes, by the custom of the PRD's stack, for tasks whose files the PRD does not name.
 * Without a stack it is a folder, and where the name has no Latin letters it is nothing.
 */
export function proposedFile(
  deliverable: Deliverable,
  name: string,
  stack: Stack | undefined,
): readonly string[] {
  const slug = slugOf(name);
  if (slug === "") return [];
  if (deliverable === "document") return [`docs/${slug}.md`];
  if (deliverable === "setup" || deliverable === "release") return [];
  const extension = deliverable === "screen" ? stack?.screen : stack?.extension;
  if (deliverable === "test" || deliverable === "quality")
    return [`${folders[deliverable]}/${slug}${extension === undefined ? "/" : testName(extension)}`];
  return [`${folders[deliverable]}/${slug}${extension ?? "/"}`];
}

const testName = (extension: string): string =>
  /\.[jt]s$/.test(extension) ? `.test${extension}` : extension;

const slugOf = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .filter(
      (word, _, words) =>
        word.length > 1 &&
        (words.length < 3 ||
          !/^(?:the|and|for|with|new|all|its|their|of|an|any|each|users?|system|management|requirements?)$/.test(
            word,
          )),
    )
    .slice(0, 3)
    .join("-");
