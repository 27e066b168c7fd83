import { headerStatusOf, statedHeaderStatus } from "../../document/edit/follow-header-status.ts";
import type { Rule } from "../rule.ts";

export const staleHeaderStatus: Rule = {
  name: "stale-header-status",
  *find(list) {
    const stated = statedHeaderStatus(list);
    const actual = headerStatusOf(list);
    if (!list.status || stated === null || stated === actual) return;
    const message = `The header says ${stated}, the tasks say ${actual}.`;
    yield { offset: list.status.value.start, message };
  },
};
