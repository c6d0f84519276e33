import { diagnose } from "../catalogue.ts";
import type { BrandNode, FunnelNode } from "../program.ts";
import type { Path } from "../source.ts";
import type { ProgramRule } from "./registry.ts";

/** `home` and redirects must lead to an address of the brand. */
export const brandPaths: ProgramRule = ({ brands, funnels, complete }) => {
  if (!complete) return [];
  return brands.flatMap((node) => {
    const known = addressesOf(node, funnels);
    const targets: { name: string; path: Path }[] = [
      { name: node.home, path: ["home"] },
      ...node.brand.redirects.map(({ to }, i) => ({
        name: to,
        path: ["redirects", i, "to"],
      })),
    ];
    return targets
      .filter(({ name }) => !known.has(name))
      .map(({ name, path }) =>
        diagnose("path/unknown", node.source.span(path, "value"), {
          name,
          known: [...known],
        }),
      );
  });
};

function addressesOf(
  { brand, pages }: BrandNode,
  funnels: readonly FunnelNode[],
): Set<string> {
  const own = [
    pages,
    ...funnels.filter((node) => node.funnel.brand === brand.id),
  ];
  return new Set(
    own.flatMap(({ funnel }) =>
      funnel.mounts.flatMap((mount) => [
        ...(mount === "" ? [] : [mount]),
        ...funnel.steps.map((step) => `${mount}/${step.path}`),
      ]),
    ),
  );
}
