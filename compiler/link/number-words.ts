const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(
  " ",
);

/** "twenty", "thirty" and so on to "ninety", for a regular expression. */
export const TENS_WORDS = TENS.filter((word) => word !== "-").join("|");

/** `26` -> `twenty-six`; figures from a hundred on. */
export function inWords(number: number): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  if (number < SMALL.length) return SMALL[number] ?? "";
  if (number >= 100) return String(number);
  return ones === 0 ? `${TENS[tens]}` : `${TENS[tens]}-${SMALL[ones]}`;
}

const NUMBERS = new Map(
  Array.from({ length: 100 }, (_, number) => [inWords(number), number]),
);

/** `Twenty-six`, `twenty six` or `26` -> 26; null for other words. */
export function fromWords(words: string): number | null {
  if (/^\d+$/.test(words)) return Number(words);
  return NUMBERS.get(words.toLowerCase().replace(/\s+/, "-")) ?? null;
}
