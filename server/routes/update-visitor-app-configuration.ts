import { expose, requireExperiment } from "../experiments/assign.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";

export const updateVisitorAppConfiguration = route(
  "update-visitor-app-configuration",
  {
    method: "POST",
    path: "/ab/visitor-app-configuration/update",
    answer: async ({ c, services, body }) => {
      requireExperiment(c, body);
      const session = await requireSession(c, services);
      const kept = await expose(c, services, session, body);
      return { variable_block: kept.variable_block, component: kept.component };
    },
  },
);
