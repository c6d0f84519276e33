/** Words that YAML reads as something else than text. */
const NO_TEXT =
  /^(?:true|false|null|~|[-+]?(?:\d[\d_]*\.?\d*(?:e[-+]?\d+)?|\.\d+|\.inf)|0[xo][\da-f]+|\.nan)$/i;
/** Letters and digits with single signs between: what needs no quotes in any place. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} _./–-]*$/u;

/** A text, or a list of texts, as it is written anywhere in a file: with quotes only where it needs them. */
export function writeValue(value: string | readonly string[]): string {
  return typeof value === "string"
    ? writeText(value)
    : `[${value.map(writeText).join(", ")}]`;
}

function writeText(value: string): string {
  const plain =
    PLAIN.test(value) && value.trim() === value && !NO_TEXT.test(value);
  return plain ? value : JSON.stringify(value);
}
