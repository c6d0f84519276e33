/** The folder `parallel` holds a check that is shared between threads. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { BrandContext, SiteContext } from "../link-context.ts";
import type { SourceOf } from "../lint-tree.ts";
import { groupFiles } from "../parse/file-name.ts";
import type { AssetFiles, StoredFile } from "../workspace/content.ts";
import {
  brandNow,
  type CheckedBrand,
  isSame,
  type KnownResults,
  NOTHING_KNOWN,
  togetherAsBefore,
} from "./checked-brand.ts";
import type { Job, Linker, Linted, Share } from "./share.ts";
import { startThreads } from "./start.ts";

/** Everything that a check depends on beside the checkout. */
export interface CheckInput {
  /** What precedes file names in findings. */
  readonly prefix: string;
  readonly files: readonly StoredFile[];
  readonly assets: AssetFiles;
}

/** Checks the content as it is now: all findings, sorted. One check at a time. */
export type Checker = (
  input: Omit<CheckInput, "prefix">,
  known?: KnownResults,
) => Promise<readonly Diagnostic[]>;

/** Checks a whole content root once. */
export function checkFiles(
  root: string,
  { prefix, ...input }: CheckInput,
): Promise<readonly Diagnostic[]> {
  return createChecker(root, prefix)(input);
}

/**
 * Checks a content root again and again. What is as it was at the last check, and what is known from elsewhere, is not
 * read again; the rest is shared between the processor's cores when it is much. Two files are the same when they are
 * the same object.
 */
export function createChecker(root: string, prefix: string): Checker {
  let last = new Map<string, CheckedBrand>();
  let assets: AssetFiles = new Map();
  let linker: Linker | null = null;
  let site: { files: readonly StoredFile[]; context: SiteContext } | null =
    null;
  return async (input, known = NOTHING_KNOWN) => {
    assets = input.assets;
    const groups = groupFiles(input.files);
    const brands = groups.brands.map((files) => {
      const names = assets.get(files.id) ?? [];
      const now = { site: groups.site, files, assets: names };
      return brandNow(now, last.get(files.id), known);
    });
    const pending = brands.filter(({ findings }) => findings === null);
    const jobs = jobsOf(pending);
    const share = shareOf(pending, jobs, groups.site, { root, prefix, assets });
    const helpers = startThreads(share);
    // Loaded while the other threads start.
    const [tree, { createLinker, lintShare }] = await Promise.all([
      import("../lint-tree.ts"),
      import("./share.ts"),
    ]);
    linker ??= createLinker(root, prefix, (brand) => assets.get(brand) ?? []);
    if (site === null || !isSame(site.files, groups.site))
      site = { files: groups.site, context: linker.site(groups.site) };
    const { context } = site;
    const ownerOf = owners(linker, context);
    const linted = [
      lintedHere(lintShare(share, linker, (i) => ownerOf(at(pending, i)))),
      ...(await Promise.all(helpers.map((helper) => helper.linted))),
    ];
    for (const [position, result] of linted.flat()) {
      const [brand, funnel] = at(jobs, position);
      const { files, results } = at(pending, brand);
      const file = at(files.funnels, funnel);
      results.set(file, result);
      known.keepFunnel(file.name, result);
    }
    for (const brand of pending) {
      const { id, own, funnels } = brand.files;
      const results = funnels.flatMap((file) => brand.results.get(file) ?? []);
      const owner = ownerOf(brand);
      const lint = (sourceOf: SourceOf) =>
        tree.lintTogether(owner, results, context.site, sourceOf);
      const sources = tree.sourcesOf([...own, ...funnels], prefix);
      brand.together =
        togetherAsBefore(brand, last.get(id), prefix) ??
        recording(sources, lint);
      brand.findings = tree.findingsOf(owner, results, brand.together);
      known.keepBrand(id, brand.findings);
    }
    last = new Map(brands.map((brand) => [brand.files.id, brand]));
    return tree.lintSite(
      context,
      brands.flatMap(({ findings }) => findings ?? []),
      tree.sourcesOf(input.files, prefix),
    );
  };
}

/** A part of a text keeps the whole of it in memory; a copy, which other threads send in any case, does not. */
function lintedHere(linted: Iterable<Linted>): readonly Linted[] {
  return Array.from(linted, (one) => structuredClone(one));
}

/** What `lint` returns, and the files that it has read for that. */
function recording<T>(sourceOf: SourceOf, lint: (sourceOf: SourceOf) => T) {
  const read = new Set<string>();
  const result = lint((file) => {
    read.add(file);
    return sourceOf(file);
  });
  return { ...result, read };
}

/** Links a brand when it is first asked for. */
function owners(linker: Linker, site: SiteContext) {
  return (brand: CheckedBrand): BrandContext =>
    (brand.context ??= linker.brand(brand.files, site));
}

function jobsOf(pending: readonly CheckedBrand[]): Job[] {
  return pending.flatMap(({ files, results }, brand) =>
    files.funnels.flatMap((file, funnel): Job[] =>
      results.has(file) ? [] : [[brand, funnel]],
    ),
  );
}

function shareOf(
  pending: readonly CheckedBrand[],
  jobs: readonly Job[],
  site: readonly StoredFile[],
  rest: Pick<Share, "root" | "prefix" | "assets">,
): Share {
  return {
    ...rest,
    site: site.map(bytesOf),
    brands: pending.map(({ files: { id, own, funnels } }) => ({
      id,
      own: own.map(bytesOf),
      funnels: funnels.map(bytesOf),
    })),
    jobs,
    next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
  };
}

// A getter would be read, and its text copied, on the way to another thread.
function bytesOf({ name, bytes }: StoredFile) {
  return { name, bytes };
}

function at<T>(list: readonly T[], position: number): T {
  const item = list[position];
  if (item === undefined) throw new RangeError(`there is no ${position}`);
  return item;
}
