import type { CurrencyRule } from "../../generated/contract.ts";
import { currencyFor, ownCurrency } from "../core/currency.ts";
import { shownPrice } from "../core/price.ts";
import type { Broken } from "./failures.ts";
import { charged, type Props, sidesOf, soldOn, visitorOf } from "./sales.ts";
import type { Scene } from "./scene.ts";
import type { Visit } from "./visit.ts";

/** How a page is looked at: by whom, when, and on which side. */
export interface Look {
  readonly props: Props;
  readonly rule: CurrencyRule;
  /** A code of the funnel that the visitor has, null for none. */
  readonly promo: string | null;
  /** The countdown has run out. */
  readonly ended: boolean;
}

/** Every look at an offer: both sides, every currency, with and without each code, before and after the countdown. */
export function looksAt(scene: Scene, { step }: Visit): readonly Look[] {
  const { brand, funnel, server } = scene;
  const own = ownCurrency(brand.currencies, step);
  const rules = brand.currencies.flatMap((each) => {
    const geo = visitorOf(brand.currencies, each);
    return geo === null ? [] : [currencyFor(brand.currencies, geo)];
  });
  const promos = [null, ...Object.keys(funnel.codes)];
  const hasTimer = server.countdowns.some((one) => one.funnel === funnel.id);
  const times = hasTimer ? [false, true] : [false];
  return sidesOf(step).flatMap((props) =>
    (own === undefined ? rules : [own]).flatMap((rule) =>
      promos.flatMap((promo) =>
        times.map((ended): Look => ({ props, rule, promo, ended })),
      ),
    ),
  );
}

/** The price that is shown is the price that is charged, by whatever look. */
export function verifySales(scene: Scene, visit: Visit): readonly Broken[] {
  const told = looksAt(scene, visit).flatMap((look) =>
    verifyLook(scene, visit, look),
  );
  return [...new Map(told.map((one) => [one.says, one])).values()];
}

function verifyLook(scene: Scene, visit: Visit, look: Look): readonly Broken[] {
  const { funnel, server } = scene;
  const { rule, promo, ended } = look;
  return soldOn(funnel, visit, look.props, ended).flatMap((product) => {
    const shown = shownPrice(funnel, product, rule, promo);
    const sale = { product, currency: rule.code, promo, ended };
    const price = charged(server, funnel.id, sale);
    const when = `${ended ? " after the countdown" : ""}${promo === null ? "" : ` with the code "${promo}"`}`;
    if (price === null)
      return [
        broken(
          `shows ${shown.text} for "${product}"${when}, which is not sold`,
        ),
      ];
    return price !== shown.minor
      ? [
          broken(
            `shows ${shown.text} for "${product}"${when}, and ${price} (in the smallest unit of ${rule.code}) is charged`,
          ),
        ]
      : [];
  });
}

function broken(says: string): Broken {
  return { promise: "price", says };
}
