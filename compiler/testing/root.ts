import { findRoot } from "../checkout.mjs";

/** The checkout that the tests stand in. */
export const ROOT = findRoot();
