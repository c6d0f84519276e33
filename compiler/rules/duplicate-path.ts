import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path, Span } from "../diagnostics/span.ts";
import type { Outline } from "../link/outline.ts";
import type { BrandNode, SiteNode } from "../link/program.ts";
import type { BrandRule, Tree } from "./rule.ts";
import { hasSharedOffer } from "./shared-offer.ts";

/**
 * An address may be used once on the hosts of a brand; a mount and a redirect are addresses of their own, and so is
 * `/oto`, which leads to the shared offer on brands that have it.
 */
export const duplicatePath: BrandRule = ({
  site,
  brands,
  outlines,
  sourceOf,
}) =>
  brands.flatMap((node) => {
    const { id } = node.brand;
    const spanOf = ({ file, at, part }: Claim): Span =>
      file === site.source.file
        ? site.source.span(at, part)
        : sourceOf(file).span(at, part);
    return collisions(claims(node, outlines, site)).map(
      ({ claim, earlier }): Diagnostic => {
        const note = { message: "first used here", at: spanOf(earlier) };
        const parameters = { path: claim.path, brand: id };
        return diagnose("path/duplicate", spanOf(claim), parameters, [note]);
      },
    );
  });

/** Something that stands at an address, and where that is written. */
interface Claim {
  readonly path: string;
  /** The file that says so. */
  readonly file: string;
  /** Null for what is neither of a funnel nor of the brand's own pages. */
  readonly outline: Outline | null;
  /** Id of the step; null for what is none. */
  readonly step: string | null;
  readonly at: Path;
  readonly part: "key" | "value";
}

interface Collision {
  readonly claim: Claim;
  readonly earlier: Claim;
}

/** One pass: hardly any of tens of thousands of addresses collide, and where one is written is looked up for those alone. */
function collisions(all: Iterable<Claim>): Collision[] {
  const first = new Map<string, Claim>();
  const found: Collision[] = [];
  const collided: Claim[] = [];
  for (const claim of all) {
    const earlier = first.get(claim.path);
    if (earlier === undefined) first.set(claim.path, claim);
    // A duplicate id is reported by its own rule; it would always collide here too.
    if (earlier === undefined || isSameStep(earlier, claim)) continue;
    if (collided.some((mount) => isBelow(claim, mount))) continue;
    if (isMount(claim) && isMount(earlier)) collided.push(claim);
    found.push({ claim, earlier });
  }
  return found;
}

function* claims(
  { source, brand, home, redirects }: BrandNode,
  outlines: Tree["outlines"],
  site: SiteNode,
): Generator<Claim> {
  const own = { outline: null, step: null };
  const ofBrand = outlines.filter((outline) => outline.brand === brand.id);
  if (hasSharedOffer(ofBrand, site.otoPath)) {
    const { file } = site.source;
    yield { ...own, file, path: "/oto", at: ["otoPath"], part: "value" };
  }
  for (const outline of ofBrand)
    for (const { path, step, at } of outline.addresses)
      yield { path, file: outline.file, outline, step, at, part: "value" };
  const { file } = source;
  for (const [i, { from: path }] of redirects.entries()) {
    const at = ["redirects", i, "from"];
    yield { ...own, file, path, at, part: "value" };
  }
  if (home !== null)
    yield { ...own, file, path: "/", at: ["home"], part: "key" };
}

function isSameStep(one: Claim, other: Claim): boolean {
  return (
    one.step !== null &&
    one.outline === other.outline &&
    one.step === other.step
  );
}

function isMount({ outline, step }: Claim): boolean {
  return outline !== null && step === null;
}

/** A page of a mount that another funnel has as well: that is one mistake, however many pages there are. */
function isBelow(claim: Claim, mount: Claim): boolean {
  return (
    claim.outline === mount.outline && claim.path.startsWith(`${mount.path}/`)
  );
}
