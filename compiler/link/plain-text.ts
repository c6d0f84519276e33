import type { Inline, Text } from "../shared/contract.ts";

/** A text in one line, without marks; a variable as it was written. */
export function plainText(text: Text): string {
  return typeof text === "string" ? text : text.map(word).join("");
}

function word(part: Inline): string {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "break":
      return " ";
    case "variable":
      return part.fallback === null
        ? `{{ ${part.name} }}`
        : `{{ ${part.name} | ${part.fallback} }}`;
    default:
      return plainText(part.children);
  }
}

/** A text among linked properties, in one line; empty for what is none. */
export function plainTextIn(value: unknown): string {
  return isText(value) ? plainText(value) : "";
}

// The linker makes nothing of texts but strings and lists of inlines.
function isText(value: unknown): value is Text {
  return typeof value === "string" || Array.isArray(value);
}
