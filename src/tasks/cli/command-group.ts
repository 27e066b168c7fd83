import type { Command } from "commander";
import type { Print } from "./action.ts";

/** Commands that the help lists together: for each name a function that declares its arguments, options and action. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: Readonly<Record<string, (command: Command, print: Print) => Command>>;
}
