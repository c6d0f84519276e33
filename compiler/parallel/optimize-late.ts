import { setFlagsFromString } from "node:v8";

/** Has V8 put so many bytes of the functions that it calls into one that it optimizes; by itself 920. */
const INLINED = "--max-inlined-bytecode-size-cumulative=250";

/**
 * Has V8 optimize what runs very often, and nothing else, in all threads of this process. A check has hundreds of
 * functions that run a little for each funnel, and every thread optimizes its own: for most that takes longer than it
 * saves. What V8 does by itself is made for programs that run longer than a check.
 */
export function optimizeLate(): void {
  for (const flag of lateFlags(process.versions.v8)) setFlagsFromString(flag);
}

/**
 * The flags of a version of V8, such as `12.4.254.21-node.57`; of one that it has not, it would warn whoever checks. In
 * Node 20, a function is optimized after so many bytes of bytecode (by itself 66 kB), and never sooner because it is
 * short; from Node 22 on, after so many calls (by itself 3,000).
 */
export function lateFlags(version: string): readonly string[] {
  return Number.parseInt(version, 10) < 12
    ? [
        "--interrupt-budget=400000",
        "--max-bytecode-size-for-early-opt=0",
        INLINED,
      ]
    : ["--invocation-count-for-turbofan=20000", INLINED];
}
