import {
  lintFunnel,
  createLinkContext,
  type LinkContext,
  type LintResult,
} from "../link-context.ts";
import { createPhases, type Phases } from "../phases.ts";
import {
  type AssetNames,
  type FileBytes,
  storedFile,
} from "../workspace/content.ts";
import { checkEnvironment } from "../workspace/environment.ts";

/** One check that several threads work on; no bytes are copied on the way to them. */
export interface Share {
  /** The checkout whose language the content is held to. */
  readonly root: string;
  /** What precedes file names in findings. */
  readonly prefix: string;
  readonly assets: AssetNames;
  /** The files that are no funnels: every thread links them. */
  readonly others: readonly FileBytes[];
  /** Names of all funnels, whoever lints them. */
  readonly names: readonly string[];
  /** The funnels to lint. */
  readonly funnels: readonly FileBytes[];
  /** One 32-bit integer: the position of the next funnel that nobody has taken. */
  readonly next: SharedArrayBuffer;
}

/** A result and the position of its funnel. */
export type Linted = readonly [position: number, result: LintResult];

export interface Linker {
  readonly context: LinkContext;
  readonly phases: Phases;
}

/** Links what the funnels of a share are linked against. */
export function linkOthers(share: Share): Linker {
  const { root, prefix, assets, others, names } = share;
  const phases = createPhases(checkEnvironment(root, prefix, assets), "forget");
  const files = others.map(storedFile);
  return { context: createLinkContext(files, names, prefix, phases), phases };
}

/** Takes funnels and lints them until none is left. */
export function lintShare(
  { funnels, next }: Share,
  { context, phases }: Linker,
): readonly Linted[] {
  const counter = new Int32Array(next);
  const linted: Linted[] = [];
  for (;;) {
    const position = Atomics.add(counter, 0, 1);
    const file = funnels[position];
    if (file === undefined) return linted;
    const { result } = lintFunnel(storedFile(file), context, phases);
    linted.push([position, result]);
  }
}
