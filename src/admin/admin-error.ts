/** The failure of a command. Its message is one line with the reason and the remedy. */
export class AdminError extends Error {
  override readonly name = "AdminError";
}
