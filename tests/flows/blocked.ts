import type { Page } from "playwright";

export type Blocked = "storage" | "storage and cookies";

/** What the console says of it. */
export const NO_STORAGE =
  /storage|reading|writing|cookie|no visitor session|failed/i;

/** As browsers do: merely naming it throws. In documents whose address holds a text. */
export function block(page: Page, what: Blocked, where = "") {
  const cookies = what === "storage and cookies";
  return page.addInitScript(
    (blocked) => {
      if (!location.href.includes(blocked.where)) return;
      const refuse = () => {
        throw new DOMException("blocked", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get: refuse });
      if (blocked.cookies)
        Object.defineProperty(document, "cookie", { get: refuse, set: refuse });
    },
    { cookies, where },
  );
}
