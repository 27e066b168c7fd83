import { capitalized, withoutStop } from "./text-case.ts";

// What people may do. What must be is as often said of things, whose sentences no order could be made of.
const abilities =
  "kann|können|darf|dürfen|puede|pueden|podrá|podrán|pode|podem|poderá|poderão|peut|peuvent|può|possono|kan|kunnen";
const needs = "muss|müssen|soll|sollen|debe|deben|deberá|deberán|deve|devem|doit|doivent|devono|moet|moeten";
const clause = new RegExp(
  String.raw`^(\p{Lu}[^,.:;]{2,44}?) (?:(${abilities})|(${needs})(?: (poder|pouvoir|poter))?) (.+)$`,
  "su",
);
// These make a state or a passive of the sentence, which no order could be.
const stative =
  /^(?:no|nicht|kein\w*|ne|não|non|niet|nunca|solo|sólo|nur|seulement)\s|^(?:ser|estar|tener|haber|ter|haver|être|avoir|essere|avere|zijn|hebben)\b|\s(?:werden|sein|haben|worden)$/i;
const program =
  /^(?:das system|die (?:anwendung|app|plattform|software)|el sistema|la (?:aplicación|app|plataforma)|o (?:sistema|aplicativo)|le système|l['’]application|il sistema|het systeem)$/i;
const article =
  /^(?:der|die|das|den|jede[rs]?|alle|ein|eine|el|la|los|las|un|una|cada|o|a|os|as|um|uma|le|les|une|chaque|l['’]|il|lo|i|gli|ogni|de|het|een|elke)\s+/i;

/**
 * A requirement in German, Spanish or their like as a title: `Los alumnos pueden buscar libros` → `Buscar libros
 * (alumnos)`, `Der Vorstand kann einen Bericht erzeugen` → `Einen Bericht erzeugen (Vorstand)`. Undefined where the
 * sentence has no form it knows.
 */
export function foreignOrder(sentence: string, limit: number): string | undefined {
  const [, subject = "", ability, need = "", able, rest = ""] = clause.exec(withoutStop(sentence)) ?? [];
  const deed = rest.replace(/ (?:können|kunnen)$/, "");
  const isAbility = ability !== undefined || able !== undefined || deed !== rest || program.test(subject);
  if (!isAbility || deed === "" || stative.test(deed) || /:$/.test(deed)) return undefined;
  if (/\s(?:no|non|ne|niet|não)$/i.test(subject)) return undefined;
  const isGerman = /^(?:kann|können|darf|dürfen|muss|müssen|soll|sollen)$/.test(ability ?? need);
  if (isGerman && !/\p{Ll}n$/u.test(deed)) return undefined;
  const order = capitalized(deed);
  const who = program.test(subject) ? "" : ` (${subject.replace(article, "")})`;
  if (order.length + who.length <= limit) return `${order}${who}`;
  return isGerman && order.length > limit ? withLastVerb(order, limit) : order;
}

/** A German order ends in its verb, which no cut may take away. */
function withLastVerb(order: string, limit: number): string {
  const verb = order.slice(order.lastIndexOf(" ") + 1);
  const words = order
    .slice(0, limit - verb.length - 2)
    .split(" ")
    .slice(0, -1);
  while (words.length > 3 && smallWords.test(words.at(-1) ?? "")) words.pop();
  return `${words.join(" ").replace(/,$/, "")} … ${verb}`;
}

const smallWords =
  /^(?:der|die|das|den|dem|des|ein|eine[mnrs]?|und|oder|mit|von|vom|für|im|in|am|an|auf|als|aus|bei|beim|bis|nach|zu|zum|zur|über|unter|ihre?[mnrs]?|seine?[mnrs]?|sich|nicht|el|la|los|las|un|una|unos|unas|de|del|al|a|y|o|u|en|con|por|para|que|se|su|sus|como|más|sin|sobre|le|les|une|du|d|l|et|ou|à|au|aux|avec|pour|par|sur|dans|qui|os|as|um|uma|do|da|dos|das|e|em|no|na|com|il|lo|i|gli|di|della|per|che|het|een|van|voor|op|met)$/i;

/** The words of a title that tell something, for a file's name. */
export const withoutSmallWords = (title: string): string =>
  title
    .replace(/\s*\([^)]*\)$/, "")
    .split(/[\s,;:]+/)
    .filter((word) => !smallWords.test(word))
    .join(" ");
