import { data } from "../schema/read.ts";
import type { Traits } from "../schema/traits.ts";
import type { Step } from "../shared/contract.ts";

/** The contact fields that a linked step asks for. */
export function contactFieldsOf(
  { page, props }: Pick<Step, "page" | "props">,
  { pages }: Pick<Traits, "pages">,
): readonly unknown[] {
  const { contact = null } = pages[page] ?? {};
  return contact === null ? [] : [data(props)[contact]].flat();
}
