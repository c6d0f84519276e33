import { findExposed, recordConversion } from "../db/experiments.ts";
import { expose, requireExperiment } from "../experiments/assign.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";

export const processConversion = route("process-conversion", {
  method: "POST",
  path: "/ab/process-conversion",
  answer: async ({ c, services, body }) => {
    requireExperiment(c, body);
    const brand = c.get("brand");
    const session = await requireSession(c, services);
    // What is kept counts, whatever the page says; where the report of the exposure got lost, this is the report.
    const kept =
      (await findExposed(services.db, {
        brand: brand.id,
        variable_block: body.variable_block,
        visitor_id: session.visitorId,
      })) ?? (await expose(c, services, session, body));
    const { variable_block, component } = kept;
    // Others of the funnel were counted with the money: what is not by now has been seen after it.
    const counted = await recordConversion(
      services.db,
      kept,
      [variable_block],
      services.now(),
    );
    return {
      variable_block,
      component,
      counted: counted.length > 0,
    };
  },
});
