import type { Rule } from "../rule.ts";

export const dateFormat: Rule = {
  name: "date-format",
  *find({ created }) {
    if (!created || isDate(created.value.text)) return;
    const message = `"${created.value.text}" is not a date in the form YYYY-MM-DD.`;
    yield { offset: created.value.start, message };
  },
};

/** The 30th of February is none: it would come back as a day of March. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
