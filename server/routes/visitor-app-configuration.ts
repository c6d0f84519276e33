import { readHeader } from "../http/app-env.ts";
import { assign } from "../experiments/assign.ts";
import { mainExperiment } from "../experiments/choose.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";

export const visitorAppConfiguration = route("visitor-app-configuration", {
  method: "GET",
  path: "/ab/visitor-app-configuration",
  answer: async ({ c, services }) => {
    const session = await requireSession(c, services);
    const brand = c.get("brand");
    const configurations = [];
    for (const experiment of brand.experiments) {
      const kept = await assign(c, services, session, experiment);
      const { variable_block, component } = kept;
      configurations.push({ variable_block, component });
    }
    const name = mainExperiment(brand, readHeader(c, "x-funnel"))?.name;
    const main = configurations.find((one) => one.variable_block === name);
    return {
      variable_block: main?.variable_block ?? "",
      component: main?.component ?? "",
      configurations,
    };
  },
});
