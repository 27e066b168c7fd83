#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { assertNodeVersion } from "../assert-node-version.ts";

assertNodeVersion("tasks");
enableCompileCache();
// Dynamic, so that an old Node is refused before it meets syntax or modules that it does not know.
await import("./cli.ts");
