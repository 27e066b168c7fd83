import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { McpServer } from "@modelcontextprotocol/server";
import { systemReason } from "../list-file/system-error.ts";
import { Refusal } from "../refusal.ts";
import { locateList } from "../workflow/open-list.ts";
import { listUri } from "./list-resource.ts";

/** Polled several times a second by name, because editors, git and this command replace the file. */
const pauseMs = 200;
/** Finding the list may mean reading several, so it is repeated only every two seconds, and when the file is gone. */
const looksAtOne = 10;

export interface ListWatch {
  readonly begin: () => void;
  readonly end: () => void;
}

/** Tells the client when anyone changes the list, from `begin` to `end`. */
export function watchList(server: McpServer, named: string | undefined): ListWatch {
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;
  let path = "";
  let known = "";
  const look = (): string => {
    if (looks++ % looksAtOne === 0 || stateOf(path) === "") path = pathOf(named);
    return stateOf(path);
  };
  const end = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const compare = () => {
    const before = known;
    known = look();
    if (known !== before) server.server.sendResourceUpdated({ uri: listUri }).catch(end);
  };
  const begin = () => {
    if (timer) return;
    // The client may read the list next, so changes count from its present state.
    known = look();
    timer = setInterval(compare, pauseMs);
    // Watching must not keep the process alive after its input has closed.
    timer.unref();
  };
  return { begin, end };
}

/** Identifies the state of a file; empty if the file can't be seen. */
function stateOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${path} ${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    if (systemReason(error) === undefined) throw error;
    return "";
  }
}

/** Empty if there is no list, or several. */
function pathOf(named: string | undefined): string {
  try {
    return resolve(locateList(named));
  } catch (error) {
    if (error instanceof Refusal) return "";
    throw error;
  }
}
