import { isOffer } from "../link/danger.ts";
import { productsIn } from "../link/products-in.ts";
import type { FunnelNode } from "../link/program.ts";
import { areSeenByOne, type Side, sidesOf } from "../link/sides.ts";

/** A product that may be sold to somebody who has bought it. */
export interface SoldAgain {
  readonly code: string;
  /** The experiment and the side whose visitors are meant; empty for all visitors. */
  readonly to: string;
  /** The steps that sell it to them. */
  readonly sold: ReadonlySet<number>;
  /** Those that sell them nothing else: of several plans, nobody knows which was taken. */
  readonly alone: ReadonlySet<number>;
}

/** What more than one offer sells to one visitor, but for what may be bought again. */
export function soldAgain(node: FunnelNode): SoldAgain[] {
  const sellers = new Map<string, Seller[]>();
  for (const seller of sellersIn(node))
    for (const code of seller.codes)
      if (!(node.repeatable.get(code) ?? seller.repeatable))
        sellers.set(code, [...(sellers.get(code) ?? []), seller]);
  return [...sellers].flatMap(([code, all]) => {
    const groups = new Map<string, Seller[]>();
    for (const seller of all.filter(({ codes }) => codes.length === 1))
      groups.set(seller.to, [...(groups.get(seller.to) ?? []), seller]);
    return [...groups].flatMap(([to, alone]): SoldAgain[] => {
      const sold = all.filter((one) =>
        alone.some(({ side }) => areSeenByOne(one.side, side)),
      );
      const steps = new Set(sold.map(({ step }) => step));
      const by = new Set(alone.map(({ step }) => step));
      return steps.size > 1 ? [{ code, to, sold: steps, alone: by }] : [];
    });
  });
}

/** What a step offers the visitors of one side of its experiment. */
interface Seller {
  readonly step: number;
  readonly side: Side;
  readonly to: string;
  readonly codes: readonly string[];
  readonly repeatable: boolean;
}

function sellersIn(node: FunnelNode): Seller[] {
  return node.funnel.steps.flatMap((own, step): Seller[] => {
    if (!isOffer(step, node)) return [];
    const repeatable = node.traits.pages[own.page]?.repeatable === true;
    const sides = sidesOf(own);
    const offered = new Set(sides.map((side) => codesOf(side).join(" ")));
    // Most experiments are of how something is offered, not of what.
    const told =
      offered.size > 1 ? sides : sidesOf({ props: own.props, variant: null });
    return told.map((side) => ({
      step,
      side,
      to: [side.experiment ?? "", ...side.within].join(" "),
      codes: codesOf(side),
      repeatable,
    }));
  });
}

function codesOf({ props }: Side): string[] {
  return [...new Set(productsIn(props))].sort();
}
