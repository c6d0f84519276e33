import type { Path } from "../diagnostics/span.ts";
import { data } from "./read.ts";

const ENDS = ["atLeast", "atMost"];

/** What to write in a condition where a score stands without its limits, or limits without their score; undefined elsewhere. */
export function scoreWords(
  path: Path,
  value: unknown,
  root: unknown,
): string | undefined {
  const [family, last = ""] = path.slice(-2);
  if (!path.includes("when")) return undefined;
  const [some = "calm"] = Object.keys(data(data(root).scores));
  if (last === "score")
    return `write the score and its limits: \`score: { ${some}: { atLeast: 3 } }\``;
  if (family === "band" && typeof value === "object")
    return `write the id of a band, \`band: { ${last}: low }\`, or limits, \`score: { ${last}: { atLeast: 3 } }\``;
  if (family !== "score") return undefined;
  if (ENDS.includes(String(last)))
    return `write the score in front of its limits: \`score: { ${some}: { ${last}: ${String(value)} } }\``;
  return typeof value === "number"
    ? `write its limits: \`score: { ${last}: { atLeast: ${value}, atMost: ${value} } }\``
    : `write its limits, \`score: { ${last}: { atLeast: 3 } }\`, or the id of a band, \`band: { ${last}: ${typeof value === "string" ? value : "low"} }\``;
}

/** Whether it is told of the other end of the same limits. */
export function isOtherEnd(path: Path, beside: unknown): boolean {
  const [family, last] = path.slice(-2);
  return (
    family === "score" &&
    path.includes("when") &&
    last === "atMost" &&
    Object.hasOwn(data(beside), "atLeast")
  );
}
