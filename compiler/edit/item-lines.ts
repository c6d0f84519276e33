import { isMap } from "yaml";
import { isMapping, type Value } from "../diagnostics/change.ts";
import type { Collection } from "./collection.ts";
import { writeLines, writeValue } from "./write-value.ts";

/** An item as those beside it are written: keys below each other, or on one line. */
export function itemLines(
  value: Value,
  { form, column }: Collection,
  neighbour: unknown,
): readonly string[] {
  if (form === "flow") return [writeValue(value)];
  const isBlock = isMap(neighbour) && neighbour.flow !== true;
  const isText = typeof value === "string" && value.includes("\n");
  const [first = "", ...rest] =
    isText || (isBlock && isMapping(value))
      ? writeLines(value, column + 2, "dash")
      : [writeValue(value)];
  return [`- ${first}`, ...rest];
}
