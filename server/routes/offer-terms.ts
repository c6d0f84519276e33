import { ProblemError } from "../http/problem.ts";
import { holdersOf } from "../offers/holders.ts";
import { runCountdown } from "../offers/countdown.ts";
import { findDeadline } from "../db/countdowns.ts";
import { requireSession } from "../sessions/session.ts";
import { route } from "./route.ts";

export const offerTerms = route("offer-terms", {
  method: "POST",
  path: "/visitor/offer-terms",
  answer: async ({ c, services, body }) => {
    const brand = c.get("brand");
    const countdown = brand.countdowns.find(
      ({ funnel }) => funnel === body.funnel,
    );
    if (countdown === undefined)
      throw new ProblemError(
        "invalid",
        "No funnel of the brand that has terms is called so.",
        [{ pointer: "#/funnel", detail: "has no terms of its own" }],
      );
    const session = await requireSession(c, services);
    const holders = await holdersOf(services, { brand: brand.id, session });
    if (body.left_ms !== undefined)
      return {
        left_ms: await runCountdown(services, holders, countdown, body.left_ms),
      };
    const deadline = await findDeadline(services.db, holders, body.funnel);
    return {
      left_ms:
        deadline && Math.max(0, deadline.getTime() - services.now().getTime()),
    };
  },
});
