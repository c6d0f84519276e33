import {
  lintFunnel,
  createLinkContext,
  type LinkContext,
  type LintResult,
} from "../link-context.ts";
import { createPhases } from "../phases.ts";
import { readEnvironment } from "../workspace/environment.ts";

/** One check that several threads work on. */
export interface Share {
  /** The checkout whose language the content is held to. */
  readonly root: string;
  readonly contentDir: string;
  /** What precedes file names in findings. */
  readonly prefix: string;
  /** Names of the files that are no funnels: every thread reads them. */
  readonly others: readonly string[];
  readonly funnels: readonly string[];
  /** One 32-bit integer: the position of the next funnel that nobody has taken. */
  readonly next: SharedArrayBuffer;
}

/** A result and the position of its funnel. */
export type Linted = readonly [position: number, result: LintResult];

/** Takes funnels and lints them until none is left. `read` gives the text of a file. */
export function lintShare(
  share: Share,
  read: (name: string) => string,
): { readonly context: LinkContext; readonly linted: readonly Linted[] } {
  const { root, contentDir, prefix, others, funnels } = share;
  const phases = createPhases(
    readEnvironment(root, contentDir, prefix, "check"),
    "forget",
  );
  const file = (name: string) => ({ name, text: read(name) });
  const context = createLinkContext(others.map(file), funnels, prefix, phases);
  const linted: Linted[] = [];
  for (const [position, name] of turns(share)) {
    const { result } = lintFunnel(file(name), context, phases);
    linted.push([position, result]);
  }
  return { context, linted };
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
