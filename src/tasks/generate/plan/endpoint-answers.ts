import type { Endpoint } from "../prd/prd.ts";
import type { Context } from "./context.ts";

/** One answer of an endpoint: for which request, with which status, and what comes with it. */
export interface Answer {
  readonly code: number;
  /** `without a valid session`; empty for the request that succeeds. */
  readonly when: string;
  /** `and a new access token`, `: the email is taken` */
  readonly what: string;
}

const answer = (code: number, when = "", what = ""): Answer => ({ code, when, what });

interface KnownAction {
  readonly wording: RegExp;
  readonly answers: readonly Answer[];
  /** It is called without a session. */
  readonly isOpen: boolean;
}

const badField = answer(400, "with a missing or wrong field");
const badToken = answer(400, "with an expired, used or unknown token");

// A last segment that is a deed, `/logout` or `/refresh`, makes nothing new.
const knownActions: readonly KnownAction[] = [
  {
    wording: /\/(?:register|sign-?up)$/i,
    answers: [answer(201), badField, answer(409, "with an address that is already registered")],
    isOpen: true,
  },
  {
    wording: /\/(?:log-?in|sign-?in)$/i,
    answers: [
      answer(200, "with the right credentials"),
      badField,
      answer(401, "with a wrong password or an unknown account", ", with one and the same message"),
    ],
    isOpen: true,
  },
  {
    wording: /\/(?:log-?out|sign-?out)(?:-all)?$/i,
    answers: [answer(200, "", ", and the ended session is refused from then on")],
    isOpen: false,
  },
  {
    wording: /\/refresh(?:-token)?$/i,
    answers: [
      answer(200, "with a valid refresh token", " and a new access token"),
      answer(401, "with an expired or revoked refresh token"),
    ],
    isOpen: true,
  },
  {
    wording: /\/(?:verify|confirm)(?:-\w+)?$/i,
    answers: [answer(200, "with a valid token"), badToken],
    isOpen: true,
  },
  {
    wording: /\/(?:resend|forgot|request)-\w[\w-]*$/i,
    answers: [answer(200, "for a known and for an unknown address alike"), badField],
    isOpen: true,
  },
  {
    wording: /\/reset-password$/i,
    answers: [answer(200, "with a valid token", " and the old password no longer works"), badToken],
    isOpen: true,
  },
  {
    wording: /\/callback$/i,
    answers: [answer(302, "with a valid code"), answer(400, "with a code or state that was not issued")],
    isOpen: true,
  },
  {
    wording: /\/(?:auth|oauth|login)\/(?:google|facebook|github|apple|microsoft|twitter|linkedin)$/i,
    answers: [answer(302, "", " to the provider's sign-in page, with a fresh state")],
    isOpen: true,
  },
  {
    wording: /\/(?:ws|wss|websocket|sockets?)$/i,
    answers: [
      answer(101, "with the headers of a WebSocket upgrade"),
      answer(426, "without the headers of a WebSocket upgrade"),
    ],
    isOpen: false,
  },
  {
    wording: /\/search$/i,
    answers: [answer(200), answer(200, "with a query that nothing matches", " and an empty list")],
    isOpen: false,
  },
  {
    wording:
      /\/(?:check|track|sync|cancel|complete|validate|approve|reject|retry|test|export|archive|restore|publish|like|read|preview)$/i,
    answers: [answer(200)],
    isOpen: false,
  },
];

/** The PRD's own status codes, else those that such a request is usually answered with. */
export function answersOf(endpoint: Endpoint, context: Context): readonly Answer[] {
  if (endpoint.statuses.length > 0) {
    const own = endpoint.statuses.map(({ code, meaning }) => told(code, meaning));
    // A PRD that tells of refusals alone takes the success for granted.
    return own.some(({ code }) => code < 400) ? own : [...successes(endpoint), ...own];
  }
  const { method, path } = endpoint;
  const known = actionOf(endpoint);
  const isOpen = known?.isOpen ?? /public|health|webhook/i.test(path);
  const parameter = parametersOf(path).at(-1);
  return [
    ...(known?.answers ?? [success(endpoint), ...(takesBody(method) ? [badField] : [])]),
    ...(hasSessions(context) && !isOpen && isGuarded(endpoint)
      ? [answer(401, "without a valid session")]
      : []),
    ...(parameter === undefined ? [] : [answer(404, `for ${withArticle(parameter)} that does not exist`)]),
  ];
}

const successes = (endpoint: Endpoint): readonly Answer[] => {
  const known = actionOf(endpoint)?.answers.filter(({ code }) => code < 400) ?? [];
  return known.length > 0 ? known : [success(endpoint)];
};

/** A GET of `/health/search` is a deed as well; a plain `/orders` is not. */
const actionOf = ({ path }: Endpoint): KnownAction | undefined =>
  knownActions.find(({ wording }) => wording.test(path));

export const isAction = (endpoint: Endpoint): boolean => actionOf(endpoint) !== undefined;

/** What a request that succeeds is answered with, by its method. */
function success({ method, path }: Endpoint): Answer {
  const isOne = /[}\]>]$|:\w+$/.test(path);
  switch (method) {
    case "POST":
      return answer(201, "", " and the stored record");
    case "DELETE":
      return answer(204, "", ", and a second time 404".repeat(isOne ? 1 : 0));
    case "GET":
      return answer(200, "", isOne ? " and that record" : isCollection(path) ? " and a list" : "");
    default:
      return answer(200, "", " and the changed record");
  }
}

/** What is only read may well be for everybody, unless it is somebody's own. */
const isGuarded = ({ method, path, purpose }: Endpoint): boolean =>
  method !== "GET" ||
  /\b(?:users?|accounts?|admins?|me|my|profiles?|orders?|reports?|sessions?|settings|export)\b/i.test(
    `${path} ${purpose ?? ""}`.replaceAll(/[-_]/g, " "),
  );

const isCollection = (path: string): boolean =>
  /[^su]s$/i.test(path) && !/(?:stats|settings|preferences)$/i.test(path);

const told = (code: number, meaning: string): Answer =>
  /^(?:with|for)\b/.test(meaning)
    ? answer(code, meaning)
    : /^(?:if|when|unless|after|on|where)\b/.test(meaning)
      ? answer(code, "", ` ${meaning}`)
      : answer(code, "", meaning === "" ? "" : `: ${meaning}`);

/** `POST /api/users with a missing or wrong field returns 400` */
export const answerText = ({ method, path }: Endpoint, { code, when, what }: Answer): string =>
  `${method} ${path}${when === "" ? "" : ` ${when}`} returns ${code}${what}`;

export const takesBody = (method: string): boolean =>
  method === "POST" || method === "PUT" || method === "PATCH";

export const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/[:{[<]{1}(\w+)[}\]>]?/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));

const withArticle = (name: string): string => `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;

const hasSessions = ({ prd }: Context): boolean =>
  prd.requirements.some(({ text }) => /\b(?:log ?in|authenticat|jwt|session)/i.test(text));
