import { atom } from "jotai";
import { createAuthToken } from "../api/auth.ts";
import { LEAVE_WAIT_MS } from "../core/leave-wait.ts";
import { visitAtom } from "./visit.ts";

/** Why the visitor is still here after asking for a token: the email is not known, or the product cannot be reached. */
export type Refused = "none" | "failed";

/**
 * Asks for a token and leads to the product with it; it goes nowhere but to the brand's own address. Comes back only
 * to say why that was not to be, and leads nobody there who waits for it no more.
 */
export const authorizeAtom = atom(
  null,
  async (
    get,
    _set,
    email: string,
    isStopped: () => boolean,
  ): Promise<Refused> => {
    const visit = get(visitAtom);
    if (visit === null) return "failed";
    let refused: Refused = "none";
    const token = await createAuthToken(visit.client, email, () => {
      refused = "failed";
    });
    if (token === null || isStopped()) return refused;
    const product = new URL(visit.brand.project.homepageLink);
    product.searchParams.set("token", token);
    visit.location.assign(product.href);
    await visit.sleep(LEAVE_WAIT_MS);
    return "failed";
  },
);
