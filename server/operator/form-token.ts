import { createHmac } from "node:crypto";
import { type AdminServices, isSame, requireOwnPage } from "../http/admin.ts";
import type { AppContext } from "../http/app-env.ts";
import { ProblemError } from "../http/problem.ts";
import { readForm } from "../http/validate.ts";

/** What every form of the pages carries: only who has the admin token can have read it. The same in all processes. */
export function formToken({ adminToken }: AdminServices): string {
  // Without an admin token, only calls of this machine's own pages get here.
  return createHmac("sha256", adminToken ?? "")
    .update("form of an operator")
    .digest("base64url");
}

/**
 * Reads a form that one of our pages has sent, empty fields left out. Throws a 403 for one from elsewhere: a browser
 * that knows the admin token would send it with anybody's form.
 */
export async function readOwnForm(
  c: AppContext,
  services: AdminServices,
): Promise<Readonly<Record<string, unknown>>> {
  requireOwnPage(c);
  const { token, ...fields } = await readForm(c.req.raw);
  if (typeof token !== "string" || !isSame(token, formToken(services)))
    throw new ProblemError("foreign-origin", "Use the form of the page.");
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== ""),
  );
}
