#!/usr/bin/env node
// The default export, because a named import of what an old Node lacks would fail before the version check.
import nodeModule from "node:module";
import { assertNodeVersion } from "../assert-node-version.ts";

assertNodeVersion("tasks");
nodeModule.enableCompileCache();
// Dynamic, so that an old Node is refused before it meets syntax or modules that it does not know.
await import("./cli.ts");
