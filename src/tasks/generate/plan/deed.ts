import { firstWord, infinitive, isPlural, leadingVerbs } from "../wording/clause.ts";
import { participleOf } from "../wording/english-verbs.ts";
import { shortened, uncapitalized, withoutStop } from "../wording/text-case.ts";
/** What a task without points of its own comes down to: steps for its kind of work, and what shows that it is done. */
export interface Deed {
  readonly steps: readonly string[];
  readonly criteria: readonly string[];
}

type Told = (object: string, model: string | null, verb: string) => Deed;

interface Kind {
  readonly verbs: RegExp;
  /** Only what people do with stored things: `Log the error` is something else than `Let users log trades`. */
  readonly needsPeople?: boolean;
  /** Only what the program does: people `call` each other as well. */
  readonly needsProgram?: boolean;
  readonly tell: Told;
}

const deedless: Deed = { steps: [], criteria: [] };

const inModel = (model: string | null): string => (model === null ? "" : ` in \`${model}\``);

/** `a free tool` → `the same free tool` */
const theSame = (object: string): string => `the same ${object.replace(/^(?:an?|the|one) /, "")}`;

const removal: Told = (object, model, verb) => ({
  steps: [`Take ${object} out of every view, and change what is stored${inModel(model)} accordingly`],
  criteria: [
    `Once ${participleOf(verb)}, ${object} ${isPlural(object) ? "show" : "shows"} in no view, also after a reload`,
    `Everything else stored${inModel(model)} is still there`,
  ],
});

// Each names the thing itself, so that two tasks never read the same.
const kinds: readonly Kind[] = [
  {
    verbs: /^(?:create|register|record|submit|enter|log|write|book|place|post|compose)$/,
    needsPeople: true,
    tell: (object, model) => ({
      steps: [
        `Check what is entered for ${object}, and say what is wrong with it`,
        `Store ${object}${inModel(model)}`,
      ],
      criteria: [
        `What was entered for ${object} is stored${inModel(model)} and still there after a reload`,
        `An empty or impossible entry for ${object} is refused with a message, and nothing is stored`,
      ],
    }),
  },
  {
    verbs: /^(?:edit|update|change|rename|modify|customize)$/,
    needsPeople: true,
    tell: (object, model) => ({
      steps: [
        `Start from the present value of ${object}`,
        `Store the change${inModel(model)}, and leave everything else as it is`,
      ],
      criteria: [
        `A change of ${object} is stored${inModel(model)} and still there after a reload`,
        `A change that is broken off leaves ${object} as before`,
      ],
    }),
  },
  {
    verbs: /^(?:reorder|move|toggle|switch|mark|assign|select|choose|set)$/,
    needsPeople: true,
    tell: (object, model) => ({
      steps: [`Show the present state of ${object}`, `Store the new state${inModel(model)} at once`],
      criteria: [`After a reload ${object} ${isPlural(object) ? "have" : "has"} the state last given`],
    }),
  },
  {
    verbs: /^(?:delete|remove|archive|clear)$/,
    needsPeople: true,
    tell: removal,
  },
  {
    verbs: /^(?:cancel|revoke|withdraw)$/,
    tell: (object, model, verb) => ({
      steps: [
        `Set free what ${object} held, and store${inModel(model)} who ${participleOf(verb)} it and when`,
      ],
      criteria: [
        `Once ${participleOf(verb)}, ${object} no longer ${isPlural(object) ? "count" : "counts"} anywhere, also after a reload`,
      ],
    }),
  },
  {
    verbs: /^(?:reserve|borrow|rent)$/,
    needsPeople: true,
    tell: (object, model) => ({
      steps: [`Check that ${object} can still be had, and store who asked for it${inModel(model)}`],
      criteria: [
        `After a reload it is still told who has ${object}, and since when`,
        `Of two people who ask at the same moment for ${theSame(object)}, one gets a message and nothing is stored for them`,
      ],
    }),
  },
  {
    verbs: /^(?:order|request|buy|apply)$/,
    needsPeople: true,
    tell: (object, model) => ({
      steps: [`Store who asked for ${object}, and when${inModel(model)}`],
      criteria: [
        `After a reload it is still told who asked for ${object}, and when`,
        `The same request for ${object}, sent twice by a double click, is stored once`,
      ],
    }),
  },
  {
    verbs: /^(?:accept|approve|decline|confirm|sign|vote|rate|review|comment|answer|reply)$/,
    needsPeople: true,
    tell: (object, model, verb) => ({
      steps: [`Store who ${participleOf(verb)} ${object}, and when${inModel(model)}`],
      criteria: [
        `After a reload it is still told who ${participleOf(verb)} ${object}`,
        `A second attempt by the same person leaves one entry for ${object}`,
      ],
    }),
  },
  {
    verbs: /^(?:read|load|pull|fetch|ingest|collect|receive|process)$/,
    tell: (object) => ({
      steps: [`Say which source of ${object} is missing or damaged, and go on or stop as a whole`],
      criteria: [
        `With ${object} missing, empty or cut short there is a message that names the source, and nothing is half done`,
      ],
    }),
  },
  {
    verbs: /^(?:deduplicate|merge|skip|ignore|flag|classify)$/,
    tell: (object, _, verb) => ({
      steps: [`Write the rule for ${object} as one function without side effects`],
      criteria: [
        isPlural(object)
          ? `Tests with known input show which ${object.replace(/^(?:the|all|any) /, "")} are ${participleOf(verb)} and which are not, the borderline case included`
          : `Tests with known input show when ${object} is ${participleOf(verb)} and when not, the borderline case included`,
      ],
    }),
  },
  {
    verbs: /^(?:search|filter|sort|find|group)$/,
    tell: (object) => ({
      steps: [`Apply all given criteria to ${object} together`, `Say so where nothing matches`],
      criteria: [
        "Tests with known records find exactly the right ones, in the right order",
        `With criteria that nothing matches, an empty result is shown instead of an error`,
      ],
    }),
  },
  {
    verbs: /^(?:display|show|view|list|visualize|render|present|highlight|see|indicate|preview)$/,
    tell: (object, model) =>
      model === null
        ? { steps: [], criteria: [`A test that renders the view finds ${object} in it`] }
        : {
            steps: [`Read what it shows from \`${model}\``, "Say so where nothing is stored yet"],
            criteria: [
              `The view shows what \`${model}\` holds, and follows when that changes`,
              `With no record in \`${model}\`, the view says so instead of staying blank`,
            ],
          },
  },
  {
    verbs:
      /^(?:calculate|compute|count|aggregate|measure|track|reset|score|rank|detect|parse|validate|check|convert|match|compare)$/,
    tell: (object) => ({
      steps: [
        `Write the rule for ${object} as one function without side effects`,
        `Call it wherever the result is needed`,
      ],
      criteria: [
        `Tests compare ${object} with values worked out by hand, for no record, for one and for many`,
      ],
    }),
  },
  {
    verbs: /^(?:prevent|restrict|block|protect|enforce|reject|refuse|forbid|limit)$/,
    tell: () => ({
      steps: [
        "Enforce it where the data is written, not in the interface alone",
        "Tell whoever tries why it is refused",
      ],
      criteria: ["A request that goes around the interface is refused too, and nothing is changed"],
    }),
  },
  {
    verbs: /^(?:translate|localize)$/,
    tell: (object) => ({
      steps: [`Move every text of ${object} into the translation files`],
      criteria: [
        `In each language ${object} ${isPlural(object) ? "show" : "shows"} no text of another one and no key`,
      ],
    }),
  },
  {
    verbs: /^(?:save|store|persist|cache|back|remember|preserve|retain|maintain)$/,
    tell: (object, model) => ({
      steps: [`Store ${object}${inModel(model)}`, "Read the stored values back after a restart"],
      criteria: [`After a restart ${object} ${isPlural(object) ? "read" : "reads"} back as stored`],
    }),
  },
  {
    verbs: /^(?:export|download)$/,
    tell: (object) => ({
      steps: [`Collect ${object} in the order it is shown`, "Write what could not be included to the log"],
      criteria: [
        "The file opens in a common program and holds every record once",
        "With no record there is a message, or a file with its heading alone",
      ],
    }),
  },
  {
    verbs: /^(?:import|upload|attach)$/,
    tell: () => ({
      steps: ["Check type and size of each file before it is stored", "Tell of progress, and of what failed"],
      criteria: [
        "A file of the wrong type, and a damaged one, are refused with a message and leave nothing behind",
      ],
    }),
  },
  {
    verbs: /^(?:send|notify|alert|remind|email|publish|share|invite)$/,
    tell: (object) => ({
      steps: [
        `Write the text of ${object} with the values it names`,
        "Log what could not be delivered, and try it again",
      ],
      criteria: ["Each recipient gets it exactly once", "A failed delivery is logged and tried again"],
    }),
  },
  {
    verbs: /^(?:sync|synchronize)$/,
    tell: (object) => ({
      steps: [
        `Decide what wins where two changes of ${object} meet, and write it down`,
        "Try again after a lost connection",
      ],
      criteria: [
        "Two changes at the same time leave one consistent state",
        "After a lost connection the next attempt brings both sides level",
      ],
    }),
  },
  {
    verbs: /^(?:integrate|use|call|connect|authenticate|sign)$/,
    needsProgram: true,
    tell: (object) => ({
      steps: [
        `Keep the keys for ${object} in the configuration, not in the code`,
        "Put every call into one module, with a time limit",
      ],
      criteria: ["When the service is down, the user gets a message and nothing is half done"],
    }),
  },
];

const accessDeeds: readonly (readonly [RegExp, Deed])[] = [
  [
    /^(?:log|sign)[ -]?in\b.*\b(?:google|apple|github|microsoft|facebook|sso|saml|oauth|openid|oidc|single sign-on)\b/i,
    {
      steps: [
        "Check the provider's answer before a session begins: its state, issuer and audience",
        "Find the account by the provider's own identifier, and make one at the first sign-in",
      ],
      criteria: [
        "An answer of the provider with a wrong state, or with a code that was used before, begins no session",
        "A second sign-in with the same account finds the same user",
      ],
    },
  ],
  [
    /^(?:log|sign)[ -]?in\b/i,
    {
      steps: [
        "Compare the password with its stored hash",
        "Answer an unknown account and a wrong password alike",
      ],
      criteria: [
        "A wrong password and an unknown account get the same message",
        "The session begins only after the credentials were checked",
      ],
    },
  ],
  [
    /^(?:log|sign)[ -]?out\b/i,
    {
      steps: ["End the session where it is stored, not only in the browser"],
      criteria: ["A request with the old session is refused after signing out"],
    },
  ],
  [
    /^reset (?:an?|the|their|his|her|its|your)? ?(?:\w+ )?passwords?\b/i,
    {
      steps: [
        "Answer a known and an unknown address alike",
        "Store a hash of the token alone, and use it up at its first use",
      ],
      criteria: [
        "A link that was used, or is too old, is refused",
        "After the reset the old password no longer works",
      ],
    },
  ],
  [
    /^(?:register|sign[ -]?up)\b/i,
    {
      steps: [
        "Check every field before anything is stored",
        "Store a hash of the password, never the password",
      ],
      criteria: [
        "Registering the same address a second time is refused",
        "The stored record holds a hash and no password",
      ],
    },
  ],
];

/** What a title's verb tells about its work; nothing for a verb that could mean anything. */
export function deedOf(title: string, model: string | null): Deed {
  const order = title
    .replace(/^Let (?:[\w-]+ ){1,4}?(?=(?:[a-z]+ly )?[a-z]+ )/, "")
    .replace(/^Require (?:[\w-]+ ){1,4}?to /, "");
  const access = accessDeeds.find(([wording]) => wording.test(order))?.[1];
  if (access !== undefined) return access;
  const verbs = leadingVerbs(uncapitalized(order), infinitive);
  const verb = verbs?.verbs[0] ?? firstWord(order).toLowerCase();
  const object = objectOf(verbs?.rest ?? "");
  const isRecord = model !== null || title.startsWith("Let ") || isPlural(object);
  const kind = kinds.find(
    ({ verbs: wording, needsPeople = false, needsProgram = false }) =>
      wording.test(verb) && (isRecord || !needsPeople) && !(needsProgram && title.startsWith("Let ")),
  );
  return kind === undefined || object === "" ? deedless : kind.tell(object, model, verb);
}

/** What the verb is done to, without when, where and how. */
export function objectOf(rest: string): string {
  const said = rest.trim();
  // `Notify at 9:30` and `request one` name nothing that it is done to.
  if (
    /^(?:with|in|on|to|from|for|when|if|at|by|as|via|until|so|up|out|off|down|one|it|them|this|that)\b/i.test(
      said,
    )
  )
    return "";
  const object = said
    .replace(
      /\s+(?:with|in|on|to|from|for|when|if|after|before|using|as|via|by|so|without|during|across|based|at|every|that|they|once|while|until|sorted|grouped|ordered|filtered|showing|prominently|immediately|automatically|easily|quickly|alongside|up to|\w+(?:ently|antly|ously|fully|ically|ately))\b.*$/i,
      "",
    )
    .replace(/\s+and\s+(?=[a-z]+ (?:them|it|the|a|an|their|its|each)\b).*$/, "")
    .replace(/\s*\(.*$/, "")
    .trim();
  return shortened(withoutStop(object), 60);
}
