/**
 * The layers of the command, from the top down. Each part, a folder or some files, imports itself and the layers below.
 * Only `list-file` is divided.
 */
const TASKS_LAYERS = [
  ["cli/"],
  ["mcp/"],
  ["commands/"],
  ["import/", "workflow/"],
  ["generate/"],
  ["graph/", "lint/", "assistants/", "options/"],
  ["reporting/"],
  ["list-file/editing/"],
  ["list-file/open-list\\.ts"],
  ["list-file/claims/"],
  ["list-file/(?!open-list\\.ts)[^/]+\\.ts", "run-in-group\\.ts"],
  ["terminal/"],
  ["document/"],
  ["(?:refusal|own-folder)\\.ts"],
];

/**
 * Who may import whom. Default deny: an import that `allowed` does not list is an error,
 * and the named `forbidden` rules say why for the ones people are most likely to try.
 * `docs/architecture.md` draws the same picture.
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
      to: { path: "^src/", pathNot: "^src/(tasks/|assert-node-version|create-folder)" },
    },
    {
      name: "server-stays-out-of-tasks",
      comment: "The server and the tasks command are two programs in one package.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/tasks/" },
      to: { path: "^src/tasks/" },
    },
    {
      name: "browser-code-stays-in-the-browser",
      comment: "What runs in browsers knows an API only by its wire; the server only serves it as files.",
      severity: "error",
      from: { pathNot: "^src/browser/" },
      to: { path: "^src/browser/" },
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
      to: { path: "node_modules/(express|@types/express|cookie-session|cors)/" },
    },
  ],
  allowed: [
    { from: {}, to: { dependencyTypes: ["core", "npm", "npm-dev", "npm-no-pkg", "npm-unknown"] } },
    // A package of types only, which no resolver finds under the name that it is imported by.
    { from: { path: "^src/tasks/" }, to: { path: "^mdast$" } },
    { from: { path: "^src/start\\.ts$" }, to: { path: "^src/(server|assert-node-version)\\.ts$" } },
    {
      from: { path: "^src/server\\.ts$" },
      to: { path: "^src/((config|load-env-file)\\.ts|processes/)" },
    },
    { from: { path: "^src/load-env-file\\.ts$" }, to: { path: "^src/config\\.ts$" } },
    {
      from: { path: "^src/processes/" },
      to: { path: "^src/((create-server|config|repeat)\\.ts|(processes|database|http|metrics)/)" },
    },
    {
      from: { path: "^src/create-server\\.ts$" },
      to: { path: "^src/((app|config|repeat)\\.ts|(database|repositories|services|http|metrics)/)" },
    },
    {
      from: { path: "^src/app\\.ts$" },
      to: { path: "^src/(config\\.ts|(session-api|bearer-api|http|services)/)" },
    },
    {
      from: { path: "^src/admin/" },
      to: {
        path: "^src/((config|load-env-file|assert-node-version)\\.ts|(admin|database|repositories|services|domain)/)",
      },
    },
    {
      from: { path: "^src/(session-api|bearer-api)/" },
      to: { path: "^src/($1|http|services|domain)/" },
    },
    {
      from: { path: "^src/metrics/" },
      to: { path: "^src/(in-time\\.ts|(metrics|http|database)/)" },
    },
    { from: { path: "^src/http/" }, to: { path: "^src/(http|domain)/" } },
    { from: { path: "^src/services/" }, to: { path: "^src/(in-time\\.ts|(services|repositories|domain)/)" } },
    { from: { path: "^src/repositories/" }, to: { path: "^src/(repositories|database|domain)/" } },
    {
      from: { path: "^src/database/" },
      to: { path: "^src/((create-folder|in-time)\\.ts|(database|domain)/)" },
    },
    {
      from: { path: "^src/(services/hash-worker|database/backup-worker)\\.ts$" },
      to: { path: "^src/lower-priority\\.ts$" },
    },
    { from: { path: "^src/domain/" }, to: { path: "^src/domain/" } },
    { from: { path: "^src/browser/" }, to: { path: "^src/browser/" } },
    // Declarations that the build writes.
    { from: { path: "^src/client/" }, to: { path: "^\\./(session|bearer)-api\\.js$" } },
    {
      from: { path: "^src/tasks/bin\\.ts$" },
      to: { path: "^src/(tasks/run-script|assert-node-version)\\.ts$" },
    },
    {
      from: { path: "^src/tasks/(own-folder|list-file/replace-file)\\.ts$" },
      to: { path: "^src/create-folder\\.ts$" },
    },
    { from: { path: "^src/tasks/run-script\\.ts$" }, to: { path: "^src/tasks/own-folder\\.ts$" } },
    ...TASKS_LAYERS.flatMap((parts, layer) =>
      parts.map((part) => ({
        from: { path: `^src/tasks/${part}` },
        to: { path: `^src/tasks/(?:${[part, ...TASKS_LAYERS.slice(layer + 1).flat()].join("|")})` },
      })),
    ),
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
