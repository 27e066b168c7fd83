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
  const isYes = await answered((signal) => confirm({ message, initialValue: false, signal }));
  if (!isYes) throw inputRefusal("cancelled", reasons.ifNo);
}

/** Asks for a line of text until `problemWith` accepts it. */
export async function askText(
  message: string,
  problemWith: (text: string) => string | undefined,
): Promise<string> {
  const validate = (text: string | undefined) => problemWith((text ?? "").trim());
  const { text } = await prompts();
  return (await answered((signal) => text({ message, validate, signal }))).trim();
}

/** Asks to choose one. */
export async function choose(message: string, choices: readonly Choice[]): Promise<string> {
  const { select } = await prompts();
  return answered((signal) => select({ message, options: [...choices], signal }));
}

/** Asks to choose any number of them. */
export async function chooseSome(
  message: string,
  choices: readonly Choice[],
  chosen: readonly string[] = [],
): Promise<readonly string[]> {
  const { multiselect } = await prompts();
  const given = { message, options: [...choices], initialValues: [...chosen], required: false, maxItems: 12 };
  return answered((signal) => multiselect({ ...given, signal }));
}

/** @throws Refusal after Ctrl-C, Escape or the end of the input. */
async function answered<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Exclude<Answer, symbol>> {
  // After Ctrl-D the prompt waits for an input that is closed: Node.js would end, with exit code 0.
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  process.once("beforeExit", cancel);
  const answer = await ask(controller.signal);
  process.off("beforeExit", cancel);
  if (typeof answer === "symbol") throw inputRefusal("cancelled", "Cancelled: nothing was changed.");
  return answer as Exclude<Answer, symbol>;
}
