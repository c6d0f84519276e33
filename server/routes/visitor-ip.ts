import { readHeader, type Route, type Services } from "../context.ts";
import { placeOf } from "../geo.ts";
import { requireSession } from "../session.ts";

export function visitorIp(services: Services): Route {
  return async (c) => {
    await requireSession(c, services);
    const { countryHeader } = services;
    const code = countryHeader === null ? null : readHeader(c, countryHeader);
    return c.json(placeOf(code));
  };
}
