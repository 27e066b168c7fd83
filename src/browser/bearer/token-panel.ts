import { formatMinute } from "../dates.ts";
import { copyTemplate, fill, find, slot } from "../dom.ts";
import { readClaims } from "./claims.ts";
import type { TokenResponse } from "./wire.ts";

/** The card that shows a token's claims and counts down to its expiry. */
export interface TokenPanel {
  show(token: TokenResponse): void;
  /** Stops the countdown and removes the claims from the page. */
  clear(): void;
}

const MEANINGS: Readonly<Record<string, string>> = {
  sub: "the owner",
  exp: "when it expires",
  isAdmin: "whether it was issued to an admin",
};

/** @param onExpired called once, when the time is up */
export function createTokenPanel(onExpired: () => void): TokenPanel {
  const panel = find("#token", HTMLElement);
  const progress = find("#lifetime", HTMLProgressElement);
  let clock: number | undefined;

  function tick(expiresAt: number): void {
    const seconds = Math.max(0, Math.ceil((expiresAt - Date.now()) / 1000));
    slot(panel, "minutes").textContent =
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    progress.value = seconds;
    if (seconds > 0) return;
    clearInterval(clock);
    onExpired();
  }

  return {
    show({ accessToken, expiresIn }) {
      clearInterval(clock);
      const claims = Object.entries(readClaims(accessToken));
      find("#claims", HTMLElement).replaceChildren(...claims.map(presentClaim));
      progress.max = expiresIn;
      // By `expiresIn` rather than `exp`, because the clocks of the browser and the server may differ.
      const expiresAt = Date.now() + expiresIn * 1000;
      clock = setInterval(() => tick(expiresAt), 1000);
      tick(expiresAt);
    },

    clear() {
      clearInterval(clock);
      find("#claims", HTMLElement).replaceChildren();
    },
  };
}

function presentClaim([name, value]: [string, unknown]): HTMLElement {
  const block = copyTemplate("claim");
  const isTime = name === "exp" && typeof value === "number";
  fill(block, {
    name,
    meaning: MEANINGS[name] ?? "",
    value: isTime ? `${value} (${formatMinute(new Date(value * 1000).toISOString())})` : String(value),
  });
  return block;
}
