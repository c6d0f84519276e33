import { data, items, text } from "../schema/read.ts";
import type { Traits } from "../schema/traits.ts";
import type { Step } from "../shared/contract.ts";

/** The contact fields that a linked step asks for. */
export function contactFieldsOf(
  { page, props }: Pick<Step, "page" | "props">,
  { pages }: Pick<Traits, "pages">,
): readonly string[] {
  const { contact = null } = pages[page] ?? {};
  const fields = contact === null ? undefined : data(props)[contact];
  return typeof fields === "string"
    ? [fields]
    : items(fields).map((field) => text(field));
}
