import { serverBrand } from "../emit/server.ts";
import type { FunnelNode, Program } from "../link/program.ts";
import type { Traits } from "../schema/traits.ts";
import type { WalkRequest } from "../shared/walk-contract.ts";

/** What the walker is told of each funnel: the data of its pages, and what the server charges by. */
export function walkRequests(
  program: Program,
  nodes: readonly FunnelNode[],
  random: WalkRequest["random"],
): readonly { readonly node: FunnelNode; readonly request: WalkRequest }[] {
  return nodes.flatMap((node) => {
    const { funnel, traits, dangers } = node;
    const own = program.brands.find(({ brand }) => brand.id === funnel.brand);
    if (own === undefined || funnel.entry === null) return [];
    const { brand } = own;
    const server = serverBrand(own, program);
    const pages = walkedPages(traits);
    return [
      { node, request: { brand, funnel, server, pages, dangers, random } },
    ];
  });
}

/** What the walker has to know of pages. */
export function walkedPages({ pages }: Traits): WalkRequest["pages"] {
  return Object.fromEntries(
    Object.entries(pages).map(([id, { flow, comesAfter }]) => [
      id,
      {
        ends: flow === "end",
        sale: flow !== "offer" ? null : comesAfter === null ? "page" : "saved",
      },
    ]),
  );
}
