import { assertNodeVersion } from "../assert-node-version.ts";

assertNodeVersion("groundwork");
// Dynamic, so that an old Node is refused before it meets the database driver, which would crash it.
const { runAdminCommand } = await import("./run.ts");
await runAdminCommand(process.argv.slice(2));
