import type { Draft } from "./draft.ts";

/** `Store all trade data in a cloud database`: what keeps the data of the whole. */
export const isStorage = ({ deliverable, title }: Draft): boolean =>
  deliverable !== "test" &&
  /^(?:store|persist|save) (?:all|every|the)?\s?(?:[\w-]+ ){0,3}data (?:in|to)\b/i.test(title);
