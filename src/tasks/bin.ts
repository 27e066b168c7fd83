#!/usr/bin/env node
import { assertNodeVersion } from "../assert-node-version.ts";
import { runScript } from "./run-script.ts";

assertNodeVersion("tasks");
// The first word is the command: each has the code kept that it needs, and no other's.
runScript(
  "cli",
  process.argv.slice(2).find((word) => /^[a-z]+$/.test(word)),
);
