const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 100;

export interface Spinner {
  stop(): void;
}

/** Shows a spinner with the elapsed time, on a terminal only. */
export function startSpinner(what: string): Spinner {
  const { stderr } = process;
  if (!stderr.isTTY) return { stop: () => undefined };
  const begun = Date.now();
  let frame = 0;
  const timer = setInterval(() => {
    frame = (frame + 1) % frames.length;
    stderr.write(`\r\u001B[2K${frames[frame]} ${what} (${Math.round((Date.now() - begun) / 1000)} s)`);
  }, frameMs);
  const clear = () => stderr.write("\r\u001B[2K");
  // Clears the line after Ctrl-C.
  process.once("exit", clear);
  return {
    stop: (): void => {
      clearInterval(timer);
      process.off("exit", clear);
      clear();
    },
  };
}
