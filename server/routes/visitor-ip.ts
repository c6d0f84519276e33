import { readHeader } from "../context.ts";
import { placeOf } from "../geo.ts";
import { route } from "../route.ts";
import { requireSession } from "../session.ts";

export const visitorIp = route("visitor-ip", {
  method: "GET",
  path: "/visitor/visitor-ip",
  answer: async ({ c, services }) => {
    await requireSession(c, services);
    const { countryHeader } = services;
    const code = countryHeader === null ? null : readHeader(c, countryHeader);
    return placeOf(code);
  },
});
