#!/usr/bin/env node
import { assertNodeVersion } from "../assert-node-version.ts";
import { runScript } from "./run-script.ts";

assertNodeVersion("tasks");
// The first word is the command. Compiled code is cached per command, so that each loads only the code that it needs.
runScript(
  "cli",
  process.argv.slice(2).find((word) => /^[a-z]+$/.test(word)),
);
