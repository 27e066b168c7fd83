import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { McpServer } from "@modelcontextprotocol/server";
import { systemReason } from "../file/system-error.ts";
import { locateList } from "../picking/open-list.ts";
import { Refusal } from "../refusal.ts";
import { listUri } from "./list-resource.ts";

/** Several times a second, by the file's name: an editor, git and this command put a new file in the place of the old. */
const pauseMs = 200;
/** To find the list may be to read several: that is done anew every two seconds, and when the file is gone. */
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
    // What the list is at this moment is what the client may read at the next.
    known = look();
    timer = setInterval(compare, pauseMs);
    // The process ends with its input, whatever is watched.
    timer.unref();
  };
  return { begin, end };
}

/** What tells one state of a file from another; empty where there is none that can be seen. */
function stateOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${path} ${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    if (systemReason(error) === undefined) throw error;
    return "";
  }
}

/** Empty where there is no list, or several. */
function pathOf(named: string | undefined): string {
  try {
    return resolve(locateList(named));
  } catch (error) {
    if (error instanceof Refusal) return "";
    throw error;
  }
}
