import { prdFileName } from "../../document/read-header.ts";
import type { Rule } from "../rule.ts";

export const prdName: Rule = {
  name: "prd-name",
  *find(list) {
    const name = prdFileName(list);
    if (!list.prd || name === null || /^\d{4}-prd-[^\s/\\]+\.md$/.test(name)) return;
    const message = `"${name}" is not a PRD file name, which has the form <NNNN>-prd-<feature-name>.md.`;
    yield { offset: list.prd.value.start, message };
  },
};
