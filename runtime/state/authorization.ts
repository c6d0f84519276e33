import { atom } from "jotai";
import { createAuthToken } from "../api/auth.ts";
import { logWarning } from "../core/log.ts";
import { visitAtom } from "./visit.ts";

/** What became of asking for a token: the visitor is on the way to the product, or stays. */
export type Authorized = "left" | "unknown" | "failed";

/** Asks for a token and leads to the product with it; it goes nowhere but to the brand's own address. */
export const authorizeAtom = atom(
  null,
  async (get, _set, email: string): Promise<Authorized> => {
    const visit = get(visitAtom);
    if (visit === null) return "failed";
    try {
      const token = await createAuthToken(visit.client, email);
      if (token === null) return "unknown";
      const product = new URL(visit.brand.project.homepageLink);
      product.searchParams.set("token", token);
      visit.location.assign(product.href);
      return "left";
    } catch (error) {
      logWarning("asking for a token failed", error);
      return "failed";
    }
  },
);
