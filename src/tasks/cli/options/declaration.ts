/**
 * An argument or an option of a command, as data. The command line, the tool for assistants, the completion of shells
 * and the type of the command's input all follow from it.
 */
export interface Parameter {
  /** Its description in the help. */
  readonly summary: string;
  /** The placeholder of its value; none for a flag. The same placeholder means the same everywhere. */
  readonly value?: string;
  readonly short?: string;
  readonly isRequired?: true;
  readonly isRepeatable?: true;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** The options that it can't be given with. */
  readonly conflicts?: readonly string[];
  /** Whether assistants may use it. They must not use an option that runs a program. */
  readonly tool?: true | ToolParameter;
}

/** The differences between the tool's parameter and the command line's. */
interface ToolParameter {
  /** Only what the name does not say, because every word costs an assistant tokens. */
  readonly summary?: string;
  readonly isRequired?: true;
  readonly choices?: readonly string[];
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** A command as a tool for assistants. */
export interface ToolDeclaration {
  readonly summary: string;
  /** An edit that settles changes nothing when it is repeated. A removal can't be undone by the tool that made it. */
  readonly does: "reads" | "edits" | "settles" | "removes";
  /** The list or the text in its answer that is returned in pages. */
  readonly pages?: string;
  /** The fields of that list's items; by default all. */
  readonly fields?: readonly string[];
  readonly fieldsUnlessNull?: readonly string[];
  /** For a tool that reads another file instead of a list. */
  readonly takesNoList?: true;
  /** Whether its answer is a text to work from, which may be longer than others. */
  readonly isLong?: true;
}

/** A command as data: everything except its code. */
export interface Declaration {
  readonly name: string;
  readonly alias?: string;
  readonly summary: string;
  readonly arguments?: Parameters;
  readonly options?: Parameters;
  readonly examples: readonly string[];
  /** Missing if assistants can't use the command. */
  readonly tool?: ToolDeclaration;
}

type ValueOf<Given extends Parameter> = Given extends { readonly value: string }
  ? Given extends { readonly isRepeatable: true }
    ? readonly string[]
    : Given extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string
  : boolean;

/** The names of the parameters that always have a value. */
type Given<All extends Parameters> = {
  [Name in keyof All]: All[Name] extends { readonly isRequired: true } | { readonly default: string }
    ? Name
    : never;
}[keyof All];

/** The values of these parameters. */
export type ValuesOf<All extends Parameters> = {
  readonly [Name in Given<All>]: ValueOf<All[Name]>;
} & { readonly [Name in Exclude<keyof All, Given<All>>]?: ValueOf<All[Name]> };

type Flat<Type> = { [Key in keyof Type]: Type[Key] };
type ParametersIn<Part> = Part extends Parameters ? Part : Record<never, never>;

/** The options of a command, including the global ones. */
export type OptionsOf<Declared extends Declaration> = Flat<
  ValuesOf<ParametersIn<Declared["options"]>> & { readonly list?: string; readonly json?: boolean }
>;

/** The input of a command: its arguments and options. */
export type InputOf<Declared extends Declaration> = Flat<
  ValuesOf<ParametersIn<Declared["arguments"]>> & OptionsOf<Declared>
>;
