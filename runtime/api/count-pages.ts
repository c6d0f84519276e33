import type { CountPages } from "../../generated/api.ts";

/**
 * Tells the server which pages a tab has shown and since when, also when the page goes; as many of them as `told` were
 * counted before. What does not arrive is given up: figures are worth no second try.
 */
export function postPages(
  pages: Readonly<CountPages["body"]["pages"]>,
  told: number,
): void {
  const base = import.meta.env.VITE_API_HOST ?? "";
  fetch(`${base}/api/visitor/count-pages`, {
    method: "POST",
    // As text/plain: it asks for no leave beforehand, for which there is no time.
    body: JSON.stringify({ host: location.hostname, told, pages }),
    credentials: "omit",
    keepalive: true,
  }).catch(() => undefined);
}
