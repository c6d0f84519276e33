import type { OfferTerms } from "../../generated/api.ts";
import { findDeadline, type Holders } from "../db/countdowns.ts";
import { runCountdown } from "../offers/countdown.ts";
import { holdersOf } from "../offers/holders.ts";
import { codeOf, handOut, typeIn } from "../offers/promo.ts";
import type { Services } from "../services.ts";
import { requireSession } from "../sessions/session.ts";
import type { SiteBrand } from "../site.ts";
import { route } from "./route.ts";

type Asked = OfferTerms["body"];

/** A funnel that has no terms of its own, or that this build does not know, sells to everybody alike. */
export const offerTerms = route("offer-terms", {
  method: "POST",
  path: "/visitor/offer-terms",
  answer: async ({ c, services, body }) => {
    const brand = c.get("brand");
    const session = await requireSession(c, services);
    const holders = await holdersOf(services, { brand: brand.id, session });
    return {
      left_ms: await leftOf(services, brand, holders, body),
      ...(await codeFor(services, brand, holders, body)),
    };
  },
});

async function leftOf(
  services: Services,
  brand: SiteBrand,
  holders: Holders,
  { funnel, left_ms }: Asked,
): Promise<number | null> {
  const countdown = brand.countdowns.find((each) => each.funnel === funnel);
  if (countdown !== undefined && left_ms !== undefined)
    return runCountdown(services, holders, countdown, left_ms);
  const deadline = await findDeadline(services.db, holders, funnel);
  return deadline && Math.max(0, deadline.getTime() - services.now().getTime());
}

async function codeFor(
  services: Services,
  brand: SiteBrand,
  holders: Holders,
  { funnel, promo, typed }: Asked,
): Promise<Pick<OfferTerms["answer"], "promo" | "refused">> {
  const given = brand.codes.find(({ key }) => key === `${funnel}/${promo}`);
  if (given !== undefined) await handOut(services, holders, given);
  const mistyped =
    typed === undefined ? null : await typeIn(services, brand, holders, typed);
  const own = await codeOf(services, brand, holders, funnel);
  return {
    promo:
      own === null || own.refused !== null
        ? null
        : { id: own.held.promo.slice(funnel.length + 1), code: own.held.code },
    refused: mistyped ?? own?.refused ?? null,
  };
}
