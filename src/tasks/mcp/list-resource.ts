import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { McpServer } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode, ResourceTemplate } from "@modelcontextprotocol/server";
import { readListText } from "../list-file/list-text.ts";
import { Refusal, systemReason } from "../refusal.ts";
import { locateList } from "../workflow/open-list.ts";
import { betweenCharacters } from "./bounded.ts";

const listUri = "tasks://list";
const pageLength = 50_000;

/** Offers the list as a resource: its text, in pages if it is long. */
export function offerList(server: McpServer, named: string | undefined): void {
  const config = {
    title: "Task list",
    description: "The Markdown of the task list. A long one goes on at tasks://list/2.",
    mimeType: "text/markdown",
  };
  server.registerResource("list", listUri, config, ({ href }) => readPage(href, named, 1));
  const further = new ResourceTemplate(`${listUri}/{page}`, { list: undefined });
  server.registerResource(
    "list-page",
    further,
    { ...config, title: "Task list, further pages" },
    (url, { page }) => readPage(url.href, named, Number(page)),
  );
}

function readPage(href: string, named: string | undefined, page: number) {
  const text = refusedAsProtocolError(() => readListText(locateList(named)));
  const pages = Math.max(1, Math.ceil(text.length / pageLength));
  if (!(page >= 1 && page <= pages)) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The list has ${pages} page(s): there is no ${href}.`,
    );
  }
  const [start, end] = [page - 1, page].map((edge) => betweenCharacters(text, edge * pageLength));
  const part = text.slice(start, end);
  return { contents: [{ uri: href, mimeType: "text/markdown", text: part, _meta: { page, pages } }] };
}

function refusedAsProtocolError<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    throw error;
  }
}

/** The file is polled by name several times a second, because editors, git and this command replace it. */
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
