import { capitalized, withoutStop } from "./text-case.ts";

const germanModal = "muss|müssen|soll|sollen|sollte|sollten|kann|können|darf|dürfen";
const modals = `${germanModal}|puede|pueden|podrá|podrán|debe|deben|deberá|deberán|pode|podem|poderá|poderão|deve|devem|deverá|deverão|peut|peuvent|doit|doivent|può|possono|devono|kan|kunnen|moet|moeten`;
const clause = new RegExp(
  String.raw`^([\p{Lu}][^,.:;]{2,44}?) (${modals}) (?:(?:poder|pouvoir|poter) )?(.+)$`,
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
  const [, subject = "", modal = "", rest = ""] = clause.exec(withoutStop(sentence)) ?? [];
  const deed = rest.replace(/ (?:können|kunnen)$/, "");
  if (deed === "" || stative.test(deed) || /\s(?:no|non|ne|niet|não)$/i.test(subject) || /:$/.test(deed))
    return undefined;
  const isGerman = new RegExp(`^(?:${germanModal})$`).test(modal);
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
