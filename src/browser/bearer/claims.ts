/** What a JWT says. The signature is the server's business: this is for showing, never for trusting. */
export function readClaims(token: string): Readonly<Record<string, unknown>> {
  const payload = token.split(".")[1] ?? "";
  const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}
