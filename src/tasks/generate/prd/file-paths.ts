const filePath =
  /`((?:\.{0,2}\/)?(?:[\w@.()[\]{}-]+\/)*[\w@()[\].{}-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|cs|rb|php|vue|svelte|astro|sql|prisma|json|ya?ml|toml|css|scss|html|md|sh|ipynb|proto|graphql|tf|ex|exs|dart|env))(?::\d+)?`/g;

/** The paths of files that the PRD names in backticks, in order. */
export function filePathsOf(text: string): readonly string[] {
  return [...text.matchAll(filePath)].flatMap(([, path]) =>
    path === undefined || /^\.\w+$/.test(path) ? [] : [path],
  );
}
