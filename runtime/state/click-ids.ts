import type { ClickIds } from "../api/visitor.ts";
import type { Visit } from "./visit.ts";

/** The ids that the advertising network's own cookies hold. */
export function clickIds({ cookies }: Visit): ClickIds {
  return { fbp: cookies.get("_fbp"), fbc: cookies.get("_fbc") };
}
