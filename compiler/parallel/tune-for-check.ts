import { setFlagsFromString } from "node:v8";

/** Has V8 put so many bytes of the functions that it calls into one that it optimizes; by itself 920. */
const INLINED = "--max-inlined-bytecode-size-cumulative=250";

/**
 * Has V8 collect garbage when a heap has grown by so much, in percent, since it was last collected; by itself, when it has
 * grown to four times of that. What a funnel leaves is garbage when the next one is linted.
 */
const GROWN = "--heap-growing-percent=60";

/**
 * Has V8, in all threads of this process, optimize what runs very often and nothing else, and collect garbage sooner. A
 * check has hundreds of functions that run a little for each funnel, and every thread optimizes its own: for most that
 * takes longer than it saves. What V8 does by itself is made for programs that run longer than a check.
 */
export function tuneForCheck(): void {
  for (const flag of checkFlags(process.versions.v8)) setFlagsFromString(flag);
}

/**
 * The flags of a version of V8, such as `12.4.254.21-node.57`; of one that it has not, it would warn whoever checks. In
 * Node 20, a function is optimized after so many bytes of bytecode (by itself 66 kB), and never sooner because it is
 * short; from Node 22 on, after so many calls (by itself 3,000).
 */
export function checkFlags(version: string): readonly string[] {
  const late =
    Number.parseInt(version, 10) < 12
      ? ["--interrupt-budget=400000", "--max-bytecode-size-for-early-opt=0"]
      : ["--invocation-count-for-turbofan=20000"];
  return [...late, INLINED, GROWN];
}
