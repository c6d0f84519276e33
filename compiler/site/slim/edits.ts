/** What a stretch of code is replaced by; positions in UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits to code. One inside another's stretch is lost with it. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  let done = "";
  let position = 0;
  const inOrder = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (const { start, end, text } of inOrder) {
    if (start < position) continue;
    done += code.slice(position, start) + text;
    position = end;
  }
  return done + code.slice(position);
}
