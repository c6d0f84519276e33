/** Characters of a text that are replaced; offsets, the end exclusive. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all splices that do not overlap an earlier one. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((a, b) => a.start - b.start);
  let end = 0;
  let result = "";
  for (const splice of ordered) {
    if (splice.start < end) continue;
    result += text.slice(end, splice.start) + splice.text;
    end = splice.end;
  }
  return result + text.slice(end);
}
