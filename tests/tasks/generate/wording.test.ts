import { describe, expect, it } from "vitest";
import { measurableCriteria } from "../../../src/tasks/generate/plan/measurable-criteria.ts";
import { asDemand } from "../../../src/tasks/generate/wording/as-demand.ts";
import { factOf } from "../../../src/tasks/generate/wording/fact.ts";
import { foreignOrder } from "../../../src/tasks/generate/wording/foreign-order.ts";
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
    ["Patients shall book a free slot", "Let patients book a free slot"],
    ["The clinician shall see the form beside the visit", "Let the clinician see the form beside the visit"],
    ["Users must verify their address", "Require users to verify their address"],
    ["Members shall receive a reminder", "Send members a reminder"],
    ["Members shall receive a badge", "Give members a badge"],
    ["The audio player must remember its place", "Make the audio player remember its place"],
    ["A line that is not valid JSON is skipped and counted", "Skip and count a line that is not valid JSON"],
  ])("%s", (sentence, order) => {
    expect(imperativeOf(sentence)).toBe(order);
  });
});

describe("what is told in the present tense", () => {
  it.each([
    [
      "Reads from standard input if no file is given",
      "The system must read from standard input if no file is given",
    ],
    ["Skips blank lines and prints the others", "The system must skip blank lines and print the others"],
    ["Doctors see their patients", "Doctors must see their patients"],
    ["The owner accepts or declines by mail", "The owner must accept or decline by mail"],
    ["The tool computes a score", "The tool must compute a score"],
    ["We import open invoices every hour", "We must import open invoices every hour"],
    ["We need a tool", "We need a tool"],
    ["After the return both leave a rating", "After the return, both must leave a rating"],
    // Names of things and orders only look like it.
    ["Reports of the month", "Reports of the month"],
    ["Customer reviews with stars", "Customer reviews with stars"],
    ["View all person records", "View all person records"],
    ["When a user changes the language, save it", "When a user changes the language, save it"],
  ])("%s", (sentence, demand) => {
    expect(asDemand(sentence)).toBe(demand);
  });
});

describe("a requirement in another language as a title", () => {
  it.each([
    ["Los alumnos pueden buscar libros por autor", "Buscar libros por autor (alumnos)"],
    ["Der Vorstand kann einen Bericht erzeugen", "Einen Bericht erzeugen (Vorstand)"],
    ["Die Mitglieder müssen ihre Beiträge einsehen können", "Ihre Beiträge einsehen (Mitglieder)"],
    [
      "Das System soll Mitgliedsbeiträge jährlich am 1. März automatisch als offene Forderung anlegen",
      "Mitgliedsbeiträge jährlich am 1. März automatisch als offene … anlegen",
    ],
    ["Un alumno no puede pedir otro libro", undefined],
    ["Los botones deben dirigir a la portada", undefined],
  ])("%s", (sentence, title) => {
    expect(foreignOrder(sentence, 70)).toBe(title);
  });
});

describe("a requirement as a fact", () => {
  it.each([
    ["The system must prevent users from modifying past entries", "Users cannot modify past entries"],
    ["The system must calculate and display the streak", "The system calculates and displays the streak"],
    ["Show a badge on each card", "A badge is shown on each card"],
    ["The API should respond correctly within 200 ms", "The API responds within 200 ms"],
    ["Patients shall book a visit", "Patients can book a visit"],
    ["Send an SMS 2 hours before a visit", "An SMS is sent 2 hours before a visit"],
    ["Compare two photos side by side", "Two photos are compared side by side"],
    ["Keep the payloads for 90 days", "The payloads are kept for 90 days"],
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
