import { describe, expect, it } from "vitest";
import { measurableCriteria } from "../../../src/tasks/generate/plan/measurable-criteria.ts";
import { factOf } from "../../../src/tasks/generate/wording/fact.ts";
import { imperativeOf } from "../../../src/tasks/generate/wording/imperative.ts";

describe("a requirement as an order", () => {
  it.each([
    ["The system must display today's date", "Display today's date"],
    ["The system must allow users to create habits", "Let users create habits"],
    ["Users must be able to sort trades by date", "Let users sort trades by date"],
    ["Passwords must be hashed with bcrypt", "Hash passwords with bcrypt"],
    ["When a user logs out, the system must end the session", "End the session when a user logs out"],
    ["The page must not show the recipient's name", "Make sure the page does not show the recipient's name"],
    ["The system must provide an export function", "Add an export function"],
    ["The bundle must be <2MB gzipped", "Keep the bundle <2MB gzipped"],
    ["Das System muss den Kassenstand anzeigen", "Den Kassenstand anzeigen"],
    ["El sistema debe mostrar el saldo", "Mostrar el saldo"],
  ])("%s", (sentence, order) => {
    expect(imperativeOf(sentence)).toBe(order);
  });
});

describe("a requirement as a fact", () => {
  it.each([
    ["The system must prevent users from modifying past entries", "Users cannot modify past entries"],
    ["The system must calculate and display the streak", "The system calculates and displays the streak"],
    ["Show a badge on each card", "A badge is shown on each card"],
    ["The API should respond correctly within 200 ms", "The API responds within 200 ms"],
    ["Each refresh must complete in under 5 seconds", "Each refresh completes in under 5 seconds"],
  ])("%s", (sentence, fact) => {
    expect(factOf(sentence)).toBe(fact);
  });
});

describe("the checks that follow from a number", () => {
  it.each([
    [
      "The system must allow reflections of up to 500 characters",
      "Reflection longer than 500 characters is refused",
    ],
    ["Password (min 8 characters, 1 uppercase)", "Password shorter than 8 characters is refused"],
    ["Photos (JPG, max 10MB)", "Photo larger than 10 MB is refused"],
    [
      "Generate a secure verification token (expires in 24 hours)",
      "Verification token older than 24 hours is refused",
    ],
    [
      "Lock the account after 5 failed login attempts",
      "After 5 failed login attempts the next one is refused, even with the right credentials",
    ],
    ["10 requests per minute per IP", "Request number 11 within one minute is answered with 429"],
    ["Users can only access their own visits", "A request for another user's visits is refused"],
  ])("%s", (text, criterion) => {
    expect(measurableCriteria(text, "the value")).toContain(criterion);
  });
});
