import { firstWord, infinitive, leadingVerbs } from "../wording/clause.ts";
import { shortened, uncapitalized, withoutStop } from "../wording/text-case.ts";
/** What a task without points of its own comes down to: steps for its kind of work, and what shows that it is done. */
export interface Deed {
  readonly steps: readonly string[];
  readonly criteria: readonly string[];
}

type Told = (object: string, model: string | null) => Deed;

interface Kind {
  readonly verbs: RegExp;
  readonly tell: Told;
}

const deedless: Deed = { steps: [], criteria: [] };

const inModel = (model: string | null): string => (model === null ? "" : ` in \`${model}\``);

// Each names the thing itself, so that two tasks never read the same.
const kinds: readonly Kind[] = [
  {
    verbs: /^(?:create|register|record|submit|enter|log|write|book|place|post|compose)$/,
    tell: (object, model) => ({
      steps: [
        `Check what is entered for ${object}, and say what is wrong with it`,
        `Store ${object}${inModel(model)}`,
      ],
      criteria: ["What was entered is still there after a reload"],
    }),
  },
  {
    verbs: /^(?:edit|update|change|rename|modify|customize|reorder|move|toggle|switch|mark)$/,
    tell: (object, model) => ({
      steps: [
        `Start from the present value of ${object}`,
        `Store the change${inModel(model)}, and leave everything else of it alone`,
      ],
      criteria: [`The changed value is still there after a reload`],
    }),
  },
  {
    verbs: /^(?:delete|remove|archive|clear|cancel|revoke)$/,
    tell: (object, model) => ({
      steps: [
        `Take ${object} out of every view that shows it, and change what is stored${inModel(model)} accordingly`,
      ],
      criteria: ["What was deleted no longer shows after a reload, and everything else still does"],
    }),
  },
  {
    verbs: /^(?:search|filter|sort|find|group)$/,
    tell: (object) => ({
      steps: [`Apply all given criteria to ${object} together`, `Say so where nothing matches`],
      criteria: [`With criteria that nothing matches, an empty result is shown instead of an error`],
    }),
  },
  {
    verbs: /^(?:display|show|view|list|visualize|render|present|highlight|see|indicate|preview)$/,
    // What comes from no store can be neither loaded nor missing.
    tell: (object, model) =>
      model === null
        ? deedless
        : {
            steps: [`Read ${object} from \`${model}\``, "Say so where nothing is stored yet"],
            criteria: [`With no record in \`${model}\`, the view says so instead of staying blank`],
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
      criteria: [`Tests with sample values worked out by hand cover none, one and many records`],
    }),
  },
  {
    verbs: /^(?:prevent|restrict|block|protect|enforce|reject|refuse|forbid)$/,
    tell: () => ({
      steps: [
        "Enforce it where the data is written, not in the interface alone",
        "Tell whoever tries why it is refused",
      ],
      criteria: ["A request that goes around the interface is refused too, and nothing is changed"],
    }),
  },
  {
    verbs: /^(?:save|store|persist|cache|back|remember|preserve|retain|maintain)$/,
    tell: (object, model) => ({
      steps: [`Store ${object}${inModel(model)}`, "Read the stored values back after a restart"],
      criteria: ["After a restart the same values are read back"],
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
  // Only what somebody does with stored things has this form; `Log the error` is something else than `Let users log trades`.
  if (
    model === null &&
    !/^(?:Let|Prevent|Restrict|Sync|Synchronize|Integrate|Export|Calculate|Automatically calculate)\b/.test(
      title,
    )
  )
    return deedless;
  const order = title.replace(/^Let (?:[\w-]+ ){1,4}?(?=(?:[a-z]+ly )?[a-z]+ )/, "");
  const access = accessDeeds.find(([wording]) => wording.test(order))?.[1];
  if (access !== undefined) return access;
  const verbs = leadingVerbs(uncapitalized(order), infinitive);
  const verb = verbs?.verbs[0] ?? firstWord(order).toLowerCase();
  const kind = kinds.find(({ verbs: wording }) => wording.test(verb));
  if (kind === undefined || verbs === undefined) return deedless;
  const object = objectOf(verbs.rest);
  return object === "" ? deedless : kind.tell(object, model);
}

/** What the verb is done to, without when, where and how. */
function objectOf(rest: string): string {
  const object = rest
    .replace(
      /\s+(?:with|in|on|to|from|for|when|if|after|before|using|as|via|by|so|without|during|across|based|at|every|that|they|prominently|immediately|automatically|easily|quickly|alongside)\b.*$/i,
      "",
    )
    .replace(/\s+and\s+(?=[a-z]+ (?:them|it|the|a|an|their|its|each)\b).*$/, "")
    .replace(/\s*\(.*$/, "")
    .trim();
  return shortened(withoutStop(object), 60);
}
