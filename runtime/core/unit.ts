/**
 * The unit of a number as it is said of it: "1 cup", "2 cups", "1 hour a week". What is no English plural stays as it
 * is written.
 */
export function unitOf(value: number, unit: string): string {
  if (value !== 1) return unit;
  return unit.replace(/^[A-Za-z]{2,}(?<!s)s\b/, (plural) =>
    plural
      .replace(/([^aeiou])ies$/, "$1ys")
      .replace(/(?<=(?:ch|sh|ss|x|zz))es$/, "s")
      .slice(0, -1),
  );
}
