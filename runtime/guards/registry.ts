/** The folder `guards` holds the guards: who may see a step, and where others are sent. */
import type { GuardId } from "../../generated/names.ts";
import type { Guard } from "./guard.ts";
import { prerequisites } from "./prerequisites.ts";
import { visitorLoaded } from "./visitor-loaded.ts";

/** Every guard that content may name. */
export const guards: { readonly [Id in GuardId]: Guard } = {
  prerequisites,
  "visitor-loaded": visitorLoaded,
};
