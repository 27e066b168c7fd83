/** Whether a person can be asked: standard input and output are a terminal, and the answer is not JSON. */
export const canAsk = ({ json }: { readonly json?: boolean }): boolean =>
  !json && process.stdin.isTTY === true && process.stdout.isTTY === true;
