/** So many texts are known, then all are forgotten: most clients send the same few, and some send ever new ones. */
const MOST = 1_000;
const LONGEST = 256;

/** The same function of a text, which answers from memory what it was asked before. */
export function remembered<T>(
  compute: (text: string) => T,
  most = MOST,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = compute(text);
    if (known.size >= most) known.clear();
    if (text.length <= LONGEST) known.set(text, value);
    return value;
  };
}
