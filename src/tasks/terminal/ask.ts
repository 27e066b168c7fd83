import { inputRefusal } from "../refusal.ts";
import { canAsk } from "./paint.ts";

/** Loaded when somebody is asked. */
const prompts = () => import("@clack/prompts");

/** An option to choose. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * Asks a yes-or-no question. Enter means No.
 * @throws Refusal with one of the reasons, if the person declines or can't be asked.
 */
export async function requireYes(
  message: string,
  options: { readonly json?: boolean },
  reasons: { readonly ifUnasked: string; readonly ifNo: string },
): Promise<void> {
  if (!canAsk(options)) throw inputRefusal("not-confirmed", reasons.ifUnasked);
  const { confirm } = await prompts();
  const isYes = await answered(confirm({ message, initialValue: false }));
  if (!isYes) throw inputRefusal("cancelled", reasons.ifNo);
}

/** Asks for a line of text until `problemWith` accepts it. */
export async function askText(
  message: string,
  problemWith: (text: string) => string | undefined,
): Promise<string> {
  const validate = (text: string | undefined) => problemWith((text ?? "").trim());
  const { text } = await prompts();
  return (await answered(text({ message, validate }))).trim();
}

/** Asks to choose one. */
export const choose = async (message: string, choices: readonly Choice[]): Promise<string> =>
  answered((await prompts()).select({ message, options: [...choices] }));

/** Asks to choose any number of them. */
export const chooseSome = async (message: string, choices: readonly Choice[]): Promise<readonly string[]> =>
  answered((await prompts()).multiselect({ message, options: [...choices], required: false, maxItems: 12 }));

/** @throws Refusal after Ctrl-C or Escape. */
async function answered<Answer>(asked: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await asked;
  if (typeof answer === "symbol") throw inputRefusal("cancelled", "Cancelled: nothing was changed.");
  return answer as Exclude<Answer, symbol>;
}
