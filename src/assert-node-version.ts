const OLDEST = [22, 14] as const;

/**
 * Ends the process with one line if Node is too old to run what the caller is about to import.
 * Entry files call it first and import the rest dynamically, since static imports would run before it.
 */
export function assertNodeVersion(program: string): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  process.stderr.write(
    `${program} needs Node.js ${OLDEST.join(".")} or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}
