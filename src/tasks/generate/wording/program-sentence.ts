import { firstWord, joinVerbs, leadingVerbs } from "./clause.ts";
import { baseOfThirdPerson } from "./english-verbs.ts";
import { uncapitalized } from "./text-case.ts";

// Plurals of nouns as often as verbs: only what follows can show which of them they are.
const plurals =
  /^(?:accesses|alerts|answers|batches|builds|charges|charts|checks|comments|controls|copies|costs|designs|documents|downloads|emails|exports|fields|filters|forms|groups|guides|hosts|imports|indexes|keys|labels|links|lists|locks|logs|maps|marks|matches|messages|models|names|notes|orders|pages|pauses|plans|plays|points|posts|prices|prints|processes|queries|ranks|rates|records|reports|requests|responses|results|reviews|routes|rules|runs|samples|scores|screens|searches|shares|signs|sorts|states|steps|stores|streams|styles|tags|targets|tasks|tests|tracks|types|updates|uploads|uses|values|views|visits|watches|works)$/i;
const objectFollows = /^\s+(?:the|an?|all|each|every|any|only|no|its|their|one|[`"\d])/i;
const adverbialFollows = /^\s+(?:from|to|into|at|with|in|on|by|as|up)\b/i;

/** `Reads from standard input` says what the program does: `The system must read from standard input`. Anything else stays as it is. */
export function programSentence(text: string): string {
  const verb = firstWord(text);
  const verbs = /^[A-Z]/.test(text) ? leadingVerbs(uncapitalized(text), baseOfThirdPerson) : undefined;
  if (verbs === undefined || verbs.adverb !== "") return text;
  const isVerb = plurals.test(verb)
    ? objectFollows.test(verbs.rest)
    : objectFollows.test(verbs.rest) || adverbialFollows.test(verbs.rest) || /^\s+[`\p{Ll}]/u.test(verbs.rest);
  if (!isVerb || /^\s+(?:and|or|of|is|are|must|should|shall|will|can|may|have|has)\b/i.test(verbs.rest)) return text;
  return `The system must ${joinVerbs(verbs, (base) => base)}`;
}
