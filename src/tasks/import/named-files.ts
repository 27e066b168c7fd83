/** A path with a folder, or a name in backticks, with a file extension. */
const path =
  /`(?<quoted>(?:[\w@.+()[\]-]+\/)*[\w@.+()[\]-]*\w\.[A-Za-z]\w{0,7})(?::\d+)?`|(?<![\w/`:.])(?<bare>(?:[\w@.+-]+\/)+[\w@.+-]*\w\.[A-Za-z]\w{0,7})(?![\w/`])/g;

/** The distinct files that a text names, in order. */
export function namedFiles(text: string): readonly string[] {
  const found = [...text.matchAll(path)].map(({ groups }) => groups?.["quoted"] ?? groups?.["bare"] ?? "");
  const paths = new Set(found.filter((name) => name.includes("/")));
  // `user.save` is code, and `cart.ts` may be the short name of a path that the text also contains.
  const isFile = (name: string) =>
    paths.has(name) || (fileEnding.test(name) && ![...paths].some((known) => known.endsWith(`/${name}`)));
  return [...new Set(found.filter(isFile))];
}

const fileEnding =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|cs|rb|php|vue|svelte|astro|sql|prisma|json|ya?ml|toml|css|scss|html|md|sh|ipynb|proto|graphql|tf|exs?|dart|txt|xml|gradle|lock)$/i;
