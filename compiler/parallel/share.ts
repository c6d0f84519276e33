import {
  judgeFunnel,
  openDesk,
  type Desk,
  type Verdict,
} from "../link/context.ts";
import { createPhases } from "../phases.ts";
import { readWorld } from "../workspace/environment.ts";

/** One check that several threads work on. */
export interface Share {
  readonly contentDir: string;
  /** What precedes file names in findings. */
  readonly prefix: string;
  /** Names of the files that are no funnels: every thread reads them. */
  readonly others: readonly string[];
  readonly funnels: readonly string[];
  /** One 32-bit integer: the position of the next funnel that nobody has taken. */
  readonly next: SharedArrayBuffer;
}

/** A verdict and the position of its funnel. */
export type Judged = readonly [position: number, verdict: Verdict];

/** Takes funnels and judges them until none is left. `read` gives the text of a file. */
export function judgeShare(
  share: Share,
  read: (name: string) => string,
): { readonly desk: Desk; readonly judged: readonly Judged[] } {
  const { contentDir, prefix, others, funnels } = share;
  const phases = createPhases(readWorld(contentDir, prefix, "check"), "forget");
  const file = (name: string) => ({ name, text: read(name) });
  const desk = openDesk(others.map(file), funnels, prefix, phases);
  const judged: Judged[] = [];
  for (const [position, name] of turns(share)) {
    const { verdict } = judgeFunnel(file(name), desk, phases);
    judged.push([position, verdict]);
  }
  return { desk, judged };
}

function* turns({ funnels, next }: Share): Generator<[number, string]> {
  const counter = new Int32Array(next);
  for (;;) {
    const position = Atomics.add(counter, 0, 1);
    const name = funnels[position];
    if (name === undefined) return;
    yield [position, name];
  }
}
