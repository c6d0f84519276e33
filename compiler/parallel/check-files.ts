import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { BrandContext, LintResult, SiteContext } from "../link-context.ts";
import type { BrandFindings } from "../lint-tree.ts";
import { type BrandFiles, groupFiles } from "../parse/file-name.ts";
import type { AssetNames, StoredFile } from "../workspace/content.ts";
import type { Job, Linker, Share } from "./share.ts";
import { startThreads } from "./start.ts";

/** Everything that a check depends on beside the checkout. */
export interface CheckInput {
  /** What precedes file names in findings. */
  readonly prefix: string;
  readonly files: readonly StoredFile[];
  readonly assets: AssetNames;
}

/** What was found before in the very same content; keeps what is found now. */
export interface KnownResults {
  brand(id: string): BrandFindings | null;
  keepBrand(id: string, findings: BrandFindings): void;
  /** Of a funnel by the name of its file. */
  funnel(name: string): LintResult | null;
  keepFunnel(name: string, result: LintResult): void;
}

/** Checks the content as it is now: all findings, sorted. */
export type Checker = (
  input: Omit<CheckInput, "prefix">,
  known?: KnownResults,
) => Promise<readonly Diagnostic[]>;

/** A brand at a check. */
interface Brand {
  readonly site: readonly StoredFile[];
  readonly files: BrandFiles<StoredFile>;
  readonly assets: readonly string[];
  /** Of its funnels, as far as they were asked for. */
  readonly results: Map<StoredFile, LintResult>;
  /** Where those are that were not. */
  readonly known: KnownResults;
  /** Null until it has been linked, which it need not be when all is known. */
  context: BrandContext | null;
  findings: BrandFindings | null;
}

const NOTHING: KnownResults = {
  brand: () => null,
  keepBrand: () => undefined,
  funnel: () => null,
  keepFunnel: () => undefined,
};

/** Checks a whole content root once. */
export function checkFiles(
  root: string,
  { prefix, ...input }: CheckInput,
  known?: KnownResults,
): Promise<readonly Diagnostic[]> {
  return createChecker(root, prefix)(input, known);
}

/**
 * Checks a content root again and again. What is as it was at the last check, and what is known from elsewhere, is not
 * read again; the rest is shared between the processor's cores when it is much. Two files are the same when they are
 * the same object.
 */
export function createChecker(root: string, prefix: string): Checker {
  let last = new Map<string, Brand>();
  let assets: AssetNames = new Map();
  let linker: Linker | null = null;
  let site: { files: readonly StoredFile[]; context: SiteContext } | null =
    null;
  return async (input, known = NOTHING) => {
    assets = input.assets;
    const groups = groupFiles(input.files);
    const brands = groups.brands.map((files) => {
      const names = assets.get(files.id) ?? [];
      const now = { site: groups.site, files, assets: names };
      return brandNow(now, last.get(files.id), known);
    });
    const pending = brands.filter(({ findings }) => findings === null);
    const share: Share = {
      root,
      prefix,
      assets,
      site: groups.site.map(bytesOf),
      brands: pending.map(({ files: { id, own, funnels } }) => ({
        id,
        own: own.map(bytesOf),
        funnels: funnels.map(bytesOf),
      })),
      jobs: jobsOf(pending),
      next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    };
    const helpers = startThreads(share);
    // Loaded while the other threads start.
    const [{ lintBrand, lintSite, sourcesOf }, { createLinker, lintShare }] =
      await Promise.all([import("../lint-tree.ts"), import("./share.ts")]);
    linker ??= createLinker(root, prefix, (brand) => assets.get(brand) ?? []);
    if (site === null || !isSame(site.files, groups.site))
      site = { files: groups.site, context: linker.site(groups.site) };
    const { context } = site;
    const contextOf = contexts(linker, context);
    const own = lintShare(share, linker, (i) => contextOf(at(pending, i)));
    const others = await Promise.all(helpers.map((helper) => helper.linted));
    for (const [position, result] of [own, ...others].flat()) {
      const [i, funnel] = at(share.jobs, position);
      const { files, results } = at(pending, i);
      const file = at(files.funnels, funnel);
      results.set(file, result);
      known.keepFunnel(file.name, result);
    }
    for (const brand of pending) {
      const { files, results } = brand;
      brand.findings = lintBrand(
        contextOf(brand),
        files.funnels.flatMap((file) => results.get(file) ?? []),
        context.site,
        sourcesOf([...files.own, ...files.funnels], prefix),
      );
      known.keepBrand(files.id, brand.findings);
    }
    last = new Map(brands.map((brand) => [brand.files.id, brand]));
    return lintSite(
      context,
      brands.flatMap(({ findings }) => findings ?? []),
      sourcesOf(input.files, prefix),
    );
  };
}

function contexts(linker: Linker, site: SiteContext) {
  return (brand: Brand): BrandContext =>
    (brand.context ??= linker.brand(brand.files, site));
}

/** A brand with what is known of it: from the last check, and from before. */
function brandNow(
  now: Pick<Brand, "site" | "files" | "assets">,
  last: Brand | undefined,
  known: KnownResults,
): Brand {
  const { site, files, assets } = now;
  const isLinkedAlike =
    last !== undefined &&
    isSame(last.site, site) &&
    isSame(last.files.own, files.own) &&
    isSame(last.assets, assets);
  if (isLinkedAlike && isSame(last.files.funnels, files.funnels)) return last;
  const brand: Brand = {
    ...now,
    results: new Map(),
    known,
    context: isLinkedAlike ? last.context : null,
    findings: known.brand(files.id),
  };
  if (brand.findings !== null) return brand;
  const before = new Set(isLinkedAlike ? last.files.funnels : []);
  for (const file of files.funnels) {
    const result =
      (before.has(file)
        ? (last?.results.get(file) ?? last?.known.funnel(file.name))
        : null) ?? known.funnel(file.name);
    if (result !== null) brand.results.set(file, result);
  }
  return brand;
}

function jobsOf(pending: readonly Brand[]): Job[] {
  return pending.flatMap(({ files, results }, brand) =>
    files.funnels.flatMap((file, funnel): Job[] =>
      results.has(file) ? [] : [[brand, funnel]],
    ),
  );
}

// A getter would be read, and its text copied, on the way to another thread.
function bytesOf({ name, bytes }: StoredFile) {
  return { name, bytes };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return (
    one.length === other.length && one.every((item, i) => item === other[i])
  );
}

function at<T>(list: readonly T[], position: number): T {
  const item = list[position];
  if (item === undefined) throw new RangeError(`there is no ${position}`);
  return item;
}
