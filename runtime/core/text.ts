import type { Inline, Text } from "../../generated/contract.ts";

/** The value of a text variable, null when it is not known. */
export type Variables = (name: string) => string | null;

/** A text as a plain string: marks removed, breaks as spaces, variables filled or their fallback. */
export function fill(text: Text, variable: Variables): string {
  if (typeof text === "string") return text;
  return text.map((part) => fillPart(part, variable)).join("");
}

function fillPart(part: Inline, variable: Variables): string {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "strong":
    case "em":
    case "link":
      return fill(part.children, variable);
    case "break":
      return " ";
    case "variable":
      return variable(part.name) ?? part.fallback ?? "";
  }
}
