import Keygrip from "keygrip";
import { createRecentResults } from "../services/recent-results.ts";

/** About 5 MB of cookies of our own making. */
const MOST_REMEMBERED = 10_000;

/**
 * Signs cookies and finds the key that signed one. A signature that was right stays right for the same bytes, and a
 * browser sends the same cookie with every request, so each is computed once.
 */
export function createCookieSignatures(keys: readonly string[]): Keygrip {
  const keygrip = new Keygrip(keys);
  const remembered = createRecentResults<number>(MOST_REMEMBERED);

  return {
    sign: keygrip.sign,
    verify: keygrip.verify,
    index(data, signature) {
      // Neither part can hold a semicolon, which ends a cookie.
      const signed = `${data};${signature}`;
      const known = remembered.get(signed);
      if (known !== undefined) return known;
      const index = keygrip.index(data, signature);
      if (index >= 0) remembered.set(signed, index);
      return index;
    },
  };
}
