/**
 * Who may import whom. Default deny: an import that `allowed` does not list is an error,
 * and the named `forbidden` rules say why for the ones people are most likely to try.
 * `docs/ARCHITECTURE.md` draws the same picture.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: "no-circular",
      comment:
        "A cycle means that two files are one thing in two places: merge them, or pull out what both need.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "wires-stay-apart",
      comment:
        "The two APIs share services and domain, never each other: that keeps two wire shapes from melting into one.",
      severity: "error",
      from: { path: "^src/(session-api|bearer-api)/" },
      to: { path: "^src/(session-api|bearer-api)/", pathNot: "^src/$1/" },
    },
    {
      name: "halves-never-meet",
      comment: "The server and the tasks command are two programs in one package.",
      severity: "error",
      from: { path: "^src/tasks/" },
      to: { path: "^src/", pathNot: "^src/(tasks/|assert-node-version)" },
    },
    {
      name: "server-stays-out-of-tasks",
      comment: "The server and the tasks command are two programs in one package.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/tasks/" },
      to: { path: "^src/tasks/" },
    },
    {
      name: "domain-imports-nothing",
      comment: "The domain is plain data and pure rules; whatever it needs is handed to it.",
      severity: "error",
      from: { path: "^src/domain/" },
      to: { pathNot: "^src/domain/" },
    },
    {
      name: "driver-stays-in-database",
      comment: "Only src/database knows which engine runs; everything above sees repositories.",
      severity: "error",
      from: { pathNot: "^src/database/" },
      to: { path: "node_modules/(better-sqlite3|pg)/" },
    },
    {
      name: "express-stays-at-the-edge",
      comment: "Services and repositories know nothing of HTTP.",
      severity: "error",
      from: { path: "^src/(services|repositories|database|domain)/" },
      to: { path: "node_modules/(express|@types/express|cookie-session|cors|helmet)/" },
    },
  ],
  allowed: [
    { from: {}, to: { dependencyTypes: ["core", "npm", "npm-dev", "npm-no-pkg", "npm-unknown"] } },
    { from: { path: "^src/start\\.ts$" }, to: { path: "^src/(server|assert-node-version)\\.ts$" } },
    {
      from: { path: "^src/server\\.ts$" },
      to: { path: "^src/(app|config|database|repositories|services|http)" },
    },
    {
      from: { path: "^src/app\\.ts$" },
      to: { path: "^src/(config\\.ts|(session-api|bearer-api|http|services|repositories|database|domain)/)" },
    },
    {
      from: { path: "^src/admin/" },
      to: {
        path: "^src/(admin|database|domain|repositories|services)/|^src/(config|assert-node-version)\\.ts$",
      },
    },
    {
      from: { path: "^src/(session-api|bearer-api)/" },
      to: { path: "^src/$1/|^src/(http|services|domain)/" },
    },
    { from: { path: "^src/http/" }, to: { path: "^src/(http|services|domain)/" } },
    { from: { path: "^src/services/" }, to: { path: "^src/(services|repositories|domain)/" } },
    { from: { path: "^src/repositories/" }, to: { path: "^src/(repositories|database|domain)/" } },
    { from: { path: "^src/database/" }, to: { path: "^src/(database|domain)/" } },
    { from: { path: "^src/domain/" }, to: { path: "^src/domain/" } },
    // A package of types alone, which the resolver finds nothing behind.
    { from: { path: "^src/tasks/" }, to: { path: "^mdast$" } },
    { from: { path: "^src/tasks/" }, to: { path: "^src/tasks/|^src/assert-node-version\\.ts$" } },
  ],
  allowedSeverity: "error",
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    includeOnly: undefined,
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
