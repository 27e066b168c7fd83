/** The lines of a server's log that have these values. */
export const linesWith = (
  { logLines }: { readonly logLines: readonly string[] },
  values: Readonly<Record<string, unknown>>,
) =>
  logLines
    .map((line) => JSON.parse(line))
    .filter((line) => Object.entries(values).every(([name, value]) => line[name] === value));
