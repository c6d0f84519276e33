import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import type { SourceRule } from "./rule.ts";

/** A variable that leaves nothing between a space and a comma: "Hello {{ name | }}," */
const EMPTY = /(?<=^|\s)\{\{\s*([A-Za-z][\w.-]*)\s*\|\s*\}\}(?=[,.;:!?])/m;

/** A sentence goes on without a gap where the visitor has not given what stands in it. */
export const emptyFallback: SourceRule = (source) => {
  if (!/\|\s*\}\}/.test(source.text)) return [];
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] => {
    const [written, name = ""] = EMPTY.exec(text) ?? [];
    if (written === undefined) return [];
    const at = narrow(source, pathOf(place), written);
    return [diagnose("variable/empty-fallback", at, { written, name })];
  });
};
