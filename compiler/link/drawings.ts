import type { Path } from "../diagnostics/span.ts";
import { items, text } from "../schema/read.ts";
import { linkAsset } from "./asset.ts";
import type { BrandScope, Findings } from "./scope.ts";

/** The addresses of drawings that are shown beside a quiz, in the order in which they are written. */
export function linkDrawings(
  written: unknown,
  path: Path,
  scope: Pick<BrandScope, "id" | "assets">,
  findings: Findings,
): readonly string[] {
  return items(written).flatMap(
    (name, i) =>
      linkAsset(text(name), [...path, i], scope, findings)?.src ?? [],
  );
}
