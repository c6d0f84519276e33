import { diagnose } from "../catalogue.ts";
import type { Diagnostic, Span } from "../diagnostic.ts";
import type { Outline } from "../outline.ts";
import type { BrandNode } from "../program.ts";
import type { ProgramRule, Tree } from "./registry.ts";

/** An address may be used once on the hosts of a brand; a mount and a redirect are addresses of their own. */
export const duplicatePath: ProgramRule = ({ brands, outlines, sourceOf }) =>
  brands.flatMap((node) => {
    const { id } = node.brand;
    const own = outlines.filter(({ brand }) => brand === id);
    const claims = [
      ...own.flatMap((outline) => ofSteps(outline, sourceOf)),
      ...ofRedirects(node),
    ];
    const first = new Map<string, Claim>();
    const collided: Claim[] = [];
    return claims.flatMap((claim): Diagnostic[] => {
      const earlier = first.get(claim.path);
      if (earlier === undefined) first.set(claim.path, claim);
      // A duplicate id is reported by its own rule; it would always collide here too.
      if (earlier === undefined || isSameStep(earlier, claim)) return [];
      if (collided.some((mount) => isBelow(claim, mount))) return [];
      if (isMount(claim) && isMount(earlier)) collided.push(claim);
      const note = { message: "first used here", at: earlier.at() };
      const parameters = { path: claim.path, brand: id };
      return [diagnose("path/duplicate", claim.at(), parameters, [note])];
    });
  });

/** Something that stands at an address; where that is written is looked up only when it collides. */
interface Claim {
  readonly path: string;
  readonly outline: Outline | null;
  /** Id of the step; null for what is none. */
  readonly step: string | null;
  at(): Span;
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

function ofSteps(outline: Outline, sourceOf: Tree["sourceOf"]): Claim[] {
  return outline.addresses.map(({ path, step, at }) => ({
    path,
    outline,
    step,
    at: () => sourceOf(outline.file).span(at, "value"),
  }));
}

function ofRedirects({ source, brand, home }: BrandNode): Claim[] {
  const none = { outline: null, step: null };
  const redirects = brand.redirects.map(({ from }, i) => ({
    ...none,
    path: from,
    at: () => source.span(["redirects", i, "from"], "value"),
  }));
  const start = { ...none, path: "/", at: () => source.span(["home"], "key") };
  return home === null ? redirects : [...redirects, start];
}
