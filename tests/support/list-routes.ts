import type { Server } from "node:http";

/** What Express keeps of a route, or of whatever else is mounted at a path. */
interface Layer {
  readonly rawPath: string;
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/** Every route of the app that a server runs, as `GET /base/things/{id}`. */
export function listRoutes(http: Server): string[] {
  const apps = http.listeners("request") as { router?: { stack: readonly Layer[] } }[];
  return apps.flatMap(({ router }) => (router === undefined ? [] : listUnder("", router.stack)));
}

function listUnder(mount: string, stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle, rawPath }) => {
    if (route === undefined) return listUnder(mount + rawPath.replace(/\/$/, ""), handle.stack ?? []);
    const path = mount + route.path.replaceAll(/:(\w+)/g, "{$1}");
    return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`);
  });
}
