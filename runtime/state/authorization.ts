import { atom } from "jotai";
import { createAuthToken } from "../api/auth.ts";
import { visitAtom } from "./visit.ts";

/** What became of asking for a token: the visitor is on the way to the product, or stays. */
export type Authorized = "left" | "none" | "failed";

/** Asks for a token and leads to the product with it; it goes nowhere but to the brand's own address. */
export const authorizeAtom = atom(
  null,
  async (get, _set, email: string): Promise<Authorized> => {
    const visit = get(visitAtom);
    if (visit === null) return "failed";
    let refused: Authorized = "none";
    const token = await createAuthToken(visit.client, email, () => {
      refused = "failed";
    });
    if (token === null) return refused;
    const product = new URL(visit.brand.project.homepageLink);
    product.searchParams.set("token", token);
    visit.location.assign(product.href);
    return "left";
  },
);
