#!/usr/bin/env node
import { assertNodeVersion } from "./assert-node-version.ts";

assertNodeVersion("groundwork", 1);
await import("./server.ts");
