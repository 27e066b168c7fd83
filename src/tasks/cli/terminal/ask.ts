import * as prompts from "@clack/prompts";
import { inputRefusal } from "../../refusal.ts";
import { canAsk } from "./paint.ts";

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
  const isYes = answered(await prompts.confirm({ message, initialValue: false }));
  if (!isYes) throw inputRefusal("cancelled", reasons.ifNo);
}

/** Asks for a line of text until `problemWith` accepts it. */
export async function askText(
  message: string,
  problemWith: (text: string) => string | undefined,
): Promise<string> {
  const validate = (text: string | undefined) => problemWith((text ?? "").trim());
  return answered(await prompts.text({ message, validate })).trim();
}

/** Asks to choose one. */
export const choose = async (message: string, choices: readonly Choice[]): Promise<string> =>
  answered(await prompts.select({ message, options: [...choices] }));

/** Asks to choose any number of them. */
export const chooseSome = async (message: string, choices: readonly Choice[]): Promise<readonly string[]> =>
  answered(await prompts.multiselect({ message, options: [...choices], required: false, maxItems: 12 }));

/** @throws Refusal after Ctrl-C or Escape. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (prompts.isCancel(answer)) throw inputRefusal("cancelled", "Cancelled: nothing was changed.");
  return answer as Exclude<Answer, symbol>;
}
