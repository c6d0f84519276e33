import {
  lintFunnel,
  linkBrandFiles,
  linkSiteFiles,
  type BrandContext,
  type LintResult,
  type SiteContext,
} from "../link-context.ts";
import type { BrandFiles } from "../parse/file-name.ts";
import { createPhases } from "../phases.ts";
import type { AssetFile } from "../workspace/asset-files.ts";
import {
  type AssetFiles,
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
  readonly assets: AssetFiles;
  readonly site: readonly FileBytes[];
  readonly brands: readonly BrandFiles<FileBytes>[];
  readonly jobs: readonly Job[];
  /** One 32-bit integer: the position of the next job that nobody has taken. */
  readonly next: SharedArrayBuffer;
}

/** A funnel to lint: the positions of its brand, and of its file among the brand's funnels. */
export type Job = readonly [brand: number, funnel: number];

/** A result and the position of its job. */
export type Linted = readonly [position: number, result: LintResult];

/** What a thread sends of its results, a part at a time. */
export interface LintedPart {
  readonly linted: readonly Linted[];
  readonly isLast: boolean;
}

/** Links and lints parts of a content root. */
export interface Linker {
  site(files: readonly FileBytes[]): SiteContext;
  brand(files: BrandFiles<FileBytes>, site: SiteContext): BrandContext;
  funnel(file: FileBytes, owner: BrandContext): LintResult;
}

/** @param assets names of a brand's pictures, asked for whenever the brand is linked */
export function createLinker(
  root: string,
  prefix: string,
  assets: (brand: string) => readonly AssetFile[],
): Linker {
  const phases = createPhases(checkEnvironment(root, prefix, assets), "forget");
  return {
    site: (files) => linkSiteFiles(files.map(storedFile), prefix, phases),
    brand({ id, own, funnels }, { site }) {
      const files = { id, funnels, own: own.map(storedFile) };
      return linkBrandFiles(files, site, prefix, phases);
    },
    funnel: (file, owner) =>
      lintFunnel(storedFile(file), owner.brand, phases).result,
  };
}

/** Takes funnels and lints them until none is left, one at a time. `owner` gives a brand by its position. */
export function* lintShare(
  { brands, jobs, next }: Share,
  linker: Linker,
  owner: (brand: number) => BrandContext,
): Generator<Linted> {
  const counter = new Int32Array(next);
  for (;;) {
    const position = Atomics.add(counter, 0, 1);
    const [brand, funnel] = jobs[position] ?? [-1, -1];
    const file = brands[brand]?.funnels[funnel];
    if (file === undefined) return;
    yield [position, linker.funnel(file, owner(brand))];
  }
}
