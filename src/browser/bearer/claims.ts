/** The claims of a JWT, for display only: its signature is not checked here. */
export function readClaims(token: string): Readonly<Record<string, unknown>> {
  const payload = token.split(".")[1] ?? "";
  const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}
