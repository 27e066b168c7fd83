const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 100;

export interface Spinner {
  stop(): void;
}

/** Shows on a terminal that something is under way and for how long; elsewhere nothing. */
export function startSpinner(what: string): Spinner {
  const { stderr } = process;
  if (!stderr.isTTY) return { stop: () => undefined };
  const begun = Date.now();
  let frame = 0;
  const timer = setInterval(() => {
    frame = (frame + 1) % frames.length;
    stderr.write(`\r\u001B[2K${frames[frame]} ${what} (${Math.round((Date.now() - begun) / 1000)} s)`);
  }, frameMs);
  return {
    stop: (): void => {
      clearInterval(timer);
      stderr.write("\r\u001B[2K");
    },
  };
}
