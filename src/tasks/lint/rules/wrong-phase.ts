import type { Rule } from "../rule.ts";

export const wrongPhase: Rule = {
  name: "wrong-phase",
  *find({ tasks, phases }) {
    for (const { number, phase, numberSpan, phaseIndex } of tasks) {
      const home = phaseIndex === null ? undefined : phases[phaseIndex];
      if (!home || home.number === phase) continue;
      const message = `Task ${number} is in Phase ${home.number}, whose tasks are numbered ${home.number}.<n>.`;
      yield { offset: numberSpan.start, message };
    }
  },
};
