import { describe, expect, it } from "vitest";
import { createProgram } from "../../../src/tasks/cli/create-program.ts";

const commandsFor = (words: readonly string[]) =>
  createProgram("1.2.3", words).commands.map((command) => command.name());

describe("createProgram declares", () => {
  it.each([
    [["next"]],
    [["next", "--start"]],
    [["-f", "list", "next"]],
    [["--json", "--no-color", "--list", "complete", "next"]],
  ])("only the named command: %j", (words) => {
    expect(commandsFor(words)).toEqual(["next"]);
  });

  it.each([
    [[]],
    [["help", "next"]],
    [["--help"]],
    [["nxt"]],
    [["done", "1.1"]],
    [["-f", "next"]],
    [["--list=list", "next"]],
    [["__complete", "next"]],
    [["toString"]],
  ])("every command if none is clearly named: %j", (words) => {
    expect(commandsFor(words)).toEqual(expect.arrayContaining(["next", "complete", "mcp", "__complete"]));
  });
});
