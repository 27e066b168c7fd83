#!/usr/bin/env node
import { assertNodeVersion } from "./assert-node-version.ts";

assertNodeVersion("groundwork");
await import("./server.ts");
