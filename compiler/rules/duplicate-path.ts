import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path, Span } from "../diagnostics/span.ts";
import type { Outline } from "../link/outline.ts";
import type { BrandNode } from "../link/program.ts";
import type { BrandRule, Tree } from "./rule.ts";

/** An address may be used once on the hosts of a brand; a mount and a redirect are addresses of their own. */
export const duplicatePath: BrandRule = ({ brands, outlines, sourceOf }) =>
  brands.flatMap((node) => {
    const { id } = node.brand;
    const spanOf = ({ outline, at, part }: Claim): Span =>
      (outline === null ? node.source : sourceOf(outline.file)).span(at, part);
    return collisions(claims(node, outlines)).map(
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
  /** Null for what the brand's own file says. */
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
  { brand, home }: BrandNode,
  outlines: Tree["outlines"],
): Generator<Claim> {
  for (const outline of outlines)
    if (outline.brand === brand.id)
      for (const { path, step, at } of outline.addresses)
        yield { path, outline, step, at, part: "value" };
  const own = { outline: null, step: null };
  for (const [i, { from }] of brand.redirects.entries())
    yield { ...own, path: from, at: ["redirects", i, "from"], part: "value" };
  if (home !== null) yield { ...own, path: "/", at: ["home"], part: "key" };
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
