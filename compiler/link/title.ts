import type { Inline, Text } from "../shared/contract.ts";
import { text, type Data } from "../schema/read.ts";

/**
 * The document title of a step that has none of its own: the funnel's on the first step, else its question or
 * headline, as linked, with the project's name.
 */
export function derivedTitle(
  props: Data,
  funnelTitle: Text,
  project: string,
  first: boolean,
): Text {
  const named = textOf(props.ask) ?? textOf(props.heading);
  if ((first && funnelTitle !== "") || named === null) return funnelTitle;
  const ending = ` · ${project}`;
  return typeof named === "string" ? named + ending : [...named, ending];
}

function textOf(value: unknown): Text | null {
  if (Array.isArray(value)) return inlines(value);
  return text(value) || null;
}

/** A linked text is a list of inlines or a string; the linker makes nothing else of it. */
function inlines(value: Inline[]): readonly Inline[] {
  return value;
}
