import type { OfferTerms } from "../../generated/api.ts";
import {
  type Deadline,
  findDeadline,
  type SessionHolders,
} from "../db/countdowns.ts";
import { extendCountdown, runCountdown } from "../offers/countdown.ts";
import { holdersOf, whileOpen } from "../offers/holders.ts";
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
    return whileOpen(services, session, async (own) => {
      const holders = await holdersOf(own, { brand: brand.id, session });
      const deadline = await deadlineOf(own, brand, holders, body);
      return {
        ...leftOf(deadline, own.now()),
        ...(await codeFor(own, brand, holders, body)),
      };
    });
  },
});

async function deadlineOf(
  services: Services,
  brand: SiteBrand,
  holders: SessionHolders,
  { funnel, left_ms, extended = 0, extend = false }: Asked,
): Promise<Deadline | null> {
  const countdown = brand.countdowns.find((each) => each.funnel === funnel);
  if (countdown === undefined || left_ms === undefined)
    return findDeadline(services.db, holders, funnel);
  const shown = { leftMs: left_ms, extended };
  const deadline = await runCountdown(services, holders, countdown, shown);
  return extend
    ? extendCountdown(services, holders, countdown, deadline, shown)
    : deadline;
}

function leftOf(
  deadline: Deadline | null,
  now: Date,
): Pick<OfferTerms["answer"], "left_ms" | "extended"> {
  if (deadline === null) return { left_ms: null };
  const { endsAt, extended } = deadline;
  return { left_ms: Math.max(0, endsAt.getTime() - now.getTime()), extended };
}

async function codeFor(
  services: Services,
  brand: SiteBrand,
  holders: SessionHolders,
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
