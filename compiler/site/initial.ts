const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a brand's name begins with as it is seen: a letter with its accents, or a whole emoji. */
export function initialOf(name: string): string {
  const [first] = letters.segment(name);
  return first?.segment ?? "";
}
