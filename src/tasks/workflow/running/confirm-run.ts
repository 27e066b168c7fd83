import { canAsk } from "../../cli/terminal/can-ask.ts";
import { inputRefusal } from "../../refusal.ts";

/**
 * Asks before an assistant and the list's commands run.
 * @throws Refusal where the person says no, or nobody can be asked and `--yes` is missing.
 */
export async function confirmRun(
  command: string,
  tasks: number,
  options: { readonly yes?: boolean; readonly json?: boolean },
): Promise<void> {
  if (options.yes) return;
  if (!canAsk(options))
    throw inputRefusal(
      "not-confirmed",
      "Nothing was run. To run an assistant and the list's commands where nobody can be asked, add --yes.",
    );
  const { confirm } = await import("../../cli/terminal/ask.ts");
  const question = `Run "${command}" on up to ${tasks} tasks, and after each the commands of its criteria?`;
  if (!(await confirm(question))) throw inputRefusal("cancelled", "Nothing was run.");
}
