import type { AppContext } from "../http/app-env.ts";
import type { PaymentServices } from "./provider.ts";

/** Where the visitor's pages live. The app has let only origins of brands through by now. */
export function pageOrigin(c: AppContext): string {
  const origin = c.req.header("origin");
  if (origin !== undefined) return origin;
  const url = new URL(c.req.url);
  const secure = c.req.header("x-forwarded-proto") === "https";
  return secure ? `https://${url.host}` : url.origin;
}

/** A page of ours may be on the API's own host; a provider's is an address by itself. */
export function addressOf(
  { apiOrigin }: Pick<PaymentServices, "apiOrigin">,
  page: string,
): string {
  return page.startsWith("/") ? `${apiOrigin}${page}` : page;
}
