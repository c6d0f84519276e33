import type { SiteBrand } from "../site.ts";
import { eventsOf } from "../visits/visit-events.ts";
import { route } from "./route.ts";

/** How far a visit has come, without anything that tells whose it is. */
export const countPages = route("count-pages", {
  method: "POST",
  path: "/visitor/count-pages",
  session: "none",
  // Several people may be behind one address; a visit tells twice or three times.
  callsPerMinute: 120,
  bodyType: "text/plain",
  answer: async ({ services, body }) => {
    const { hosts, pageCounter, now } = services;
    const brand = hosts.known(body.host);
    if (brand === null) return { counted: 0 };
    const day = now().toISOString().slice(0, 10);
    const known = countedPages(brand);
    let counted = 0;
    for (const { page, ...what } of eventsOf(body, known)) {
      pageCounter.add({ day, brand: brand.id, ...page, ...what });
      if (what.event === "seen") counted += 1;
    }
    return { counted };
  },
});

interface Found {
  readonly funnel: string;
  readonly page: string;
}

const ofBrands = new WeakMap<SiteBrand, ReadonlyMap<string, Found>>();

/** The pages of a brand that are counted, by their addresses. */
function countedPages(brand: SiteBrand): ReadonlyMap<string, Found> {
  const before = ofBrands.get(brand);
  if (before !== undefined) return before;
  const pages = new Map(
    (brand.funnels ?? []).flatMap(({ id, counted = [] }) =>
      counted.flatMap(({ id: page, addresses }) => {
        const found = { funnel: id, page };
        return addresses.map((address) => [address, found] as const);
      }),
    ),
  );
  ofBrands.set(brand, pages);
  return pages;
}
