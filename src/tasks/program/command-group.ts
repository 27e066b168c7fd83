import type { Command } from "commander";
import type { Print } from "./action.ts";

/** Commands that the help lists together, each by its name with what declares its arguments, options and action. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: Readonly<Record<string, (command: Command, print: Print) => Command>>;
}
