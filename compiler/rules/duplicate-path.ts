import { diagnose } from "../catalogue.ts";
import type { Diagnostic, Span } from "../diagnostic.ts";
import type { BrandNode, FunnelNode } from "../program.ts";
import { addressesOf } from "./addresses.ts";
import type { ProgramRule } from "./registry.ts";

/** An address may be used once on the hosts of a brand; a mount and a redirect are addresses of their own. */
export const duplicatePath: ProgramRule = ({ brands, funnels }) =>
  brands.flatMap((node) => {
    const { brand } = node;
    const own = funnels.filter(({ funnel }) => funnel.brand === brand.id);
    const claims = [
      ...[node.pages, ...own].flatMap(ofSteps),
      ...ofRedirects(node),
    ];
    const first = new Map<string, Claim>();
    return claims.flatMap((claim): Diagnostic[] => {
      const earlier = first.get(claim.path);
      if (earlier === undefined) first.set(claim.path, claim);
      // A duplicate id is reported by its own rule; it would always collide here too.
      if (earlier === undefined || isSameStep(earlier, claim)) return [];
      const { path, at } = claim;
      const note = { message: "first used here", at: earlier.at() };
      const parameters = { path, brand: brand.id };
      return [diagnose("path/duplicate", at(), parameters, [note])];
    });
  });

/** Something that stands at an address; where that is written is looked up only when it collides. */
interface Claim {
  readonly path: string;
  readonly node: FunnelNode | null;
  /** Id of the step; null for what is none. */
  readonly step: string | null;
  at(): Span;
}

function isSameStep(one: Claim, other: Claim): boolean {
  return (
    one.step !== null && one.node === other.node && one.step === other.step
  );
}

function ofSteps(node: FunnelNode): Claim[] {
  return addressesOf(node).map(({ path, step, mount }) => ({
    path,
    node,
    step: step === null ? null : (node.funnel.steps[step]?.id ?? null),
    at: () => spanOf(node, step, mount),
  }));
}

function ofRedirects({ source, brand, home }: BrandNode): Claim[] {
  const none = { node: null, step: null };
  const redirects = brand.redirects.map(({ from }, i) => ({
    ...none,
    path: from,
    at: () => source.span(["redirects", i, "from"], "value"),
  }));
  const start = { ...none, path: "/", at: () => source.span(["home"], "key") };
  return home === null ? redirects : [...redirects, start];
}

function spanOf(
  { source, origins }: FunnelNode,
  step: number | null,
  mount: number,
) {
  if (step === null) return source.span(["mounts", mount], "value");
  const origin = origins[step] ?? [];
  return source.span(
    [...origin, origin[0] === "questions" ? "id" : "path"],
    "value",
  );
}
