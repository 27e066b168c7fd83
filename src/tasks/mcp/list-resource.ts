import type { McpServer } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode, ResourceTemplate } from "@modelcontextprotocol/server";
import { readListText } from "../list-file/list-text.ts";
import { Refusal } from "../refusal.ts";
import { locateList } from "../workflow/open-list.ts";
import { betweenCharacters } from "./bounded.ts";

export const listUri = "tasks://list";
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
