/**
 * A function that asks for `work` and returns at once. Never two run at a time: what is asked for meanwhile, however
 * often, is one more run when the first has ended. `work` must not reject.
 */
export function oneAtATime(work: () => Promise<void>): () => void {
  let running = false;
  let asked = false;
  const run = async () => {
    running = true;
    do {
      asked = false;
      await work();
    } while (asked);
    running = false;
  };
  return () => {
    asked = true;
    if (!running) void run();
  };
}
