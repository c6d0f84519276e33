import type { Failure } from "../../generated/walk-contract.ts";
import { type Visit, wayTo } from "./visit.ts";

/** What a visit or a move does not keep, beside the way there. */
export type Broken = Pick<Failure, "promise" | "says">;

/** Failures, each of a kind at a step once: by the shortest way. */
export interface Failures {
  add(visit: Visit, broken: readonly Broken[]): void;
  readonly list: () => readonly Failure[];
}

export function failures(): Failures {
  const found = new Map<string, Failure>();
  return {
    add: (visit, broken) => {
      for (const { promise, says } of broken) {
        const step = visit.step.id;
        const key = JSON.stringify([promise, step, says]);
        const known = found.get(key);
        const way = wayTo(visit);
        if (known === undefined || way.length < known.way.length)
          found.set(key, { promise, step, says, way });
      }
    },
    list: () => [...found.values()],
  };
}
