import fc from "fast-check";

const words = fc.constantFrom(
  "display",
  "save",
  "users",
  "orders",
  "the list",
  "by date",
  "within 2 seconds",
  "a file of up to 10 MB",
  "`src/a.ts`",
  "POST /api/orders",
  "must",
  "not",
  "Überblick",
  "주문",
  "#3",
  "(see FR-1)",
  "*",
  "|",
  "<b>",
  "correctly",
  "works",
  "None",
  "Task 1.1",
  "- [ ]",
);
const sentence = fc
  .array(words, { minLength: 1, maxLength: 7 })
  .map((parts) => `The system must ${parts.join(" ")}`);
const requirement = fc.record({
  text: sentence,
  details: fc.array(sentence, { maxLength: 14 }),
  reference: fc.option(fc.nat(20)),
});

/** A PRD in one of the usual layouts, with references between requirements, including forward and cyclic ones. */
export const prdText = fc
  .record({
    layout: fc.constantFrom("bold", "heading", "number", "bullet"),
    areas: fc.array(fc.array(requirement, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ layout, areas }) => {
    let number = 0;
    const lines = ["# PRD: Shop", "", "## Functional Requirements", ""];
    for (const [index, requirements] of areas.entries()) {
      lines.push(`### Area ${"ABCD"[index]}`, "");
      for (const { text, details, reference } of requirements) {
        number += 1;
        const said = `${text}${reference === null ? "" : `, see FR-${reference}`}`;
        const head = {
          bold: `**FR-${number}**: ${said}`,
          heading: `#### FR-${number}: ${said}`,
          number: `${number}. ${said}`,
          bullet: `- FR-${number}: ${said}`,
        }[layout];
        lines.push(
          head ?? "",
          "",
          ...details.map(
            (detail) => `${layout === "number" || layout === "bullet" ? "    " : ""}- ${detail}`,
          ),
          "",
        );
      }
    }
    return lines.join("\n");
  });

const verbs = [
  "display",
  "save",
  "export",
  "send",
  "calculate",
  "archive",
  "validate",
  "import",
  "sort",
  "prevent",
];
const objects = [
  "orders",
  "the monthly report",
  "a member's address",
  "loans",
  "reminder emails",
  "the opening hours",
];
const tails = ["", " by date", " as CSV", " within 2 seconds", " of up to 10 MB", " when a member signs out"];
const subjects = [
  "The system must ",
  "Members must be able to ",
  "The app should automatically ",
  "Administrators can ",
  "",
];
const saneSentence = fc
  .tuple(
    fc.constantFrom(...subjects),
    fc.constantFrom(...verbs),
    fc.constantFrom(...objects),
    fc.constantFrom(...tails),
  )
  .map(([subject, verb, object, tail]) => {
    const deed = `${verb} ${object}${tail}`;
    return subject === "" ? `${deed.charAt(0).toUpperCase()}${deed.slice(1)}` : `${subject}${deed}`;
  });

/** A PRD of natural sentences, with points below some of them. */
export const sanePrd = fc
  .array(
    fc.record({
      area: fc.constantFrom("Orders", "Members", "Reports"),
      text: saneSentence,
      points: fc.array(saneSentence, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((requirements) => {
    const lines = requirements.flatMap(({ area, text, points }, index) => [
      `### ${area}`,
      "",
      `**FR-${index + 1}**: ${text}${points.length > 0 ? ":" : "."}`,
      "",
      ...points.map((point) => `- ${point}`),
      "",
    ]);
    return ["# PRD: Shop", "", "## Functional Requirements", "", ...lines].join("\n");
  });
