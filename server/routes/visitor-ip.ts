import { clientAddress } from "../http/client-address.ts";
import { type AppContext, readText } from "../http/app-env.ts";
import type { Services } from "../services.ts";
import { placeOf } from "../geo/geo.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";

export const visitorIp = route("visitor-ip", {
  method: "GET",
  path: "/visitor/visitor-ip",
  answer: async ({ c, services }) => {
    await requireSession(c, services);
    const told = toldPlace(c, services);
    return told.status === "success" ? told : lookedUp(c, services);
  },
});

/** What a proxy has found out. */
function toldPlace(
  c: AppContext,
  { countryHeader, cityHeader, postcodeHeader }: Services,
) {
  const read = (name: string | null) =>
    name === null ? null : readText(c.req.header(name));
  return placeOf(read(countryHeader), {
    city: read(cityHeader) ?? "",
    postcode: read(postcodeHeader) ?? "",
  });
}

/** What the table of networks says; nobody is asked. */
function lookedUp(c: AppContext, { geoTable, addressHeader }: Services) {
  const address = clientAddress(c, addressHeader);
  const place = (address && geoTable?.(address)) || null;
  return place === null ? placeOf(null) : placeOf(place.country, place);
}
