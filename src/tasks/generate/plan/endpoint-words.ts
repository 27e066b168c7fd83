import { meaningfulWords } from "../wording/word-weights.ts";

/** What the usual short names in paths are called in sentences. */
const sayings: Readonly<Record<string, string>> = {
  auth: "authentication",
  logout: "session",
  signin: "login",
  signout: "logout session",
  signup: "register registration",
  register: "registration signup",
  me: "profile account",
  forgot: "forgotten reset",
  refresh: "refresh token",
  upload: "upload file",
  stats: "statistics",
  admin: "administrator",
  docs: "documentation",
};

/** The words of a path by which a requirement can be recognized: no version, no parameter, no `api`. */
export function endpointWords(path: string): ReadonlySet<string> {
  const segments = segmentsOf(path);
  // The first segment often names a whole area, `auth`; what follows says which part of it.
  const telling = segments.length > 1 ? segments.slice(1) : segments;
  return meaningfulWords(telling.flatMap((segment) => spoken(segment)).join(" "));
}

/** `/api/v1/users/:id/sessions` has `users` and `sessions`. */
export const segmentsOf = (path: string): readonly string[] =>
  path
    .split("/")
    .filter((part) => part !== "" && !/^(?:api|v\d+|rest)$/i.test(part) && /^[\w-]+$/.test(part));

/** `/api/v1/users/:id/sessions` is about `users`. */
export const resourceOf = (path: string): string => segmentsOf(path)[0] ?? "root";

const spoken = (segment: string): readonly string[] =>
  segment.split(/[-_]/).map((word) => `${word} ${sayings[word.toLowerCase()] ?? ""}`);
