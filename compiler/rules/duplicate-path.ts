import { diagnose } from "../catalogue.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { FunnelNode } from "../program.ts";
import { addressesOf } from "./addresses.ts";
import type { ProgramRule } from "./registry.ts";

/** An address may be used once on the hosts of a brand; a mount is an address of its own. */
export const duplicatePath: ProgramRule = ({ brands, funnels }) =>
  brands.flatMap(({ brand, pages }) => {
    const first = new Map<
      string,
      { node: FunnelNode; step: number | null; mount: number }
    >();
    const own = [
      pages,
      ...funnels.filter((node) => node.funnel.brand === brand.id),
    ];
    return own.flatMap((node) =>
      addressesOf(node).flatMap(({ path, step, mount }): Diagnostic[] => {
        const earlier = first.get(path);
        if (earlier === undefined) first.set(path, { node, step, mount });
        // A duplicate id is reported by its own rule; it would always collide here too.
        if (earlier === undefined || sameStep(earlier, node, step)) return [];
        const note = {
          message: "first used here",
          at: spanOf(earlier.node, earlier.step, earlier.mount),
        };
        return [
          diagnose(
            "path/duplicate",
            spanOf(node, step, mount),
            { path, brand: brand.id },
            [note],
          ),
        ];
      }),
    );
  });

function sameStep(
  earlier: { node: FunnelNode; step: number | null },
  node: FunnelNode,
  step: number | null,
): boolean {
  if (earlier.node !== node || earlier.step === null || step === null)
    return false;
  return node.funnel.steps[earlier.step]?.id === node.funnel.steps[step]?.id;
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
