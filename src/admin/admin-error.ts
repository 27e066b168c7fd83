/** A command that can't do what was asked; the message is one line that says why and what to do. */
export class AdminError extends Error {
  override readonly name = "AdminError";
}
