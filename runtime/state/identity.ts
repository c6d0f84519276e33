import { atom } from "jotai";
import {
  type Identity,
  identityOf,
  type ReportingUser,
  reportingUser,
} from "../core/identity.ts";
import { checkoutStored } from "./checkout-store.ts";
import { visitorStored } from "./visitor.ts";

/** What analytics may be told now; null while there is no visitor info. */
export const identifyAtom = atom(null, (get): Identity | null =>
  identityOf(get(visitorStored.state), get(checkoutStored.state)),
);

/** Whom error reports may name now; null while no email is known. */
export const reportingUserAtom = atom(null, (get): ReportingUser | null =>
  reportingUser(get(visitorStored.state)),
);
