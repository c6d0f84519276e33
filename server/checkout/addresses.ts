import { type AppContext, callHeader } from "../http/app-env.ts";
import type { PaymentServices } from "./provider.ts";

/**
 * Where the visitor's pages live: where the page says, if that is one of ours, else where the call went, else at the
 * brand's own host. Payments lead back there, so that nobody who writes headers by hand may name another place: in
 * production that is one of ours, too, or the visitor's own machine. What stands between may tell the host of the page.
 */
export function pageOrigin(
  c: AppContext,
  { origins, production }: Pick<PaymentServices, "origins" | "production">,
): string {
  const told = c.req.header("origin");
  if (told !== undefined && origins(told)) return told;
  const { host, hostname, origin } = new URL(c.req.url);
  if (production && !hostname.endsWith(".localhost")) {
    const called = [callHeader(c, "x-host")?.toLowerCase() ?? host, host]
      .map((name) => `https://${name}`)
      .find(origins);
    return called ?? `https://${c.get("brand").hosts[0] ?? "localhost"}`;
  }
  const isSecure = c.req.header("x-forwarded-proto") === "https";
  return isSecure ? `https://${host}` : origin;
}

/** A page of ours may be on the API's own host; a provider's is an address by itself. */
export function addressOf(
  { apiOrigin }: Pick<PaymentServices, "apiOrigin">,
  page: string,
): string {
  return page.startsWith("/") ? `${apiOrigin}${page}` : page;
}
