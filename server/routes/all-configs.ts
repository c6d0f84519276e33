import { route } from "./route.ts";

export const allConfigs = route("all-configs", {
  method: "GET",
  path: "/ab/all-configs",
  session: "none",
  answer: async ({ c }) => ({
    configs: c.get("brand").experiments.map(({ name, variants }) => {
      const total = variants.reduce((sum, { weight }) => sum + weight, 0);
      return {
        variable_block: name,
        components: variants.map(({ component, weight }) => ({
          component,
          weight: weight / total,
        })),
      };
    }),
  }),
});
