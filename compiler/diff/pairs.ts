import { isDeepStrictEqual } from "node:util";

/** Items of a list before and after a change, those together that are the same to an author. */
export interface Paired<T> {
  readonly both: readonly Pair<T>[];
  readonly gone: readonly T[];
  readonly fresh: readonly T[];
}

export interface Pair<T> {
  readonly before: T;
  readonly after: T;
  /** Paired by nothing but what they say: they may be two. */
  readonly isGuess: boolean;
}

/** How items are told from each other. */
export interface Traits<T> {
  /** Names of an item of before; the first counts for more than those of all others. */
  readonly names: (item: T) => readonly string[];
  /** Names of an item of after, those of before among them. */
  readonly namesNow: (item: T) => readonly string[];
  /** Only items of one kind can have become each other. */
  readonly kind: (item: T) => string;
  readonly content: (item: T) => unknown;
  readonly words: (item: T) => string;
  /** Of a kind of which one is left on either side, it is the same one, whatever it says. */
  readonly areSingle?: true;
}

/** Two texts with less in common are two. */
const ALIKE = 0.6;

/**
 * Pairs the items of two lists: by name, then those that are the same, then by how much of their words is the same, the
 * most alike first. In the order of before.
 */
export function pairItems<T>(
  before: readonly T[],
  after: readonly T[],
  traits: Traits<T>,
): Paired<T> {
  const taken = new Map<T, { readonly after: T; readonly isGuess: boolean }>();
  const rest = new Set(after);
  const take = (one: T, other: T, isGuess: boolean) => {
    taken.set(one, { after: other, isGuess });
    rest.delete(other);
  };
  const open = () => before.filter((one) => !taken.has(one));
  const named = (from: number, to?: number) =>
    after.flatMap((item) =>
      traits
        .namesNow(item)
        .slice(from, to)
        .map((name) => [name, item] as const),
    );
  // What is called so today comes before what was once.
  const byName = new Map([...named(1), ...named(0, 1)]);
  for (const last of [1, undefined])
    for (const one of open()) {
      const found = traits
        .names(one)
        .slice(0, last)
        .flatMap((name) => byName.get(name) ?? [])
        .find((other) => rest.has(other));
      if (found !== undefined) take(one, found, false);
    }
  for (const one of open()) {
    const found = [...rest].find(
      (other) =>
        traits.kind(one) === traits.kind(other) &&
        isDeepStrictEqual(traits.content(one), traits.content(other)),
    );
    if (found !== undefined) take(one, found, false);
  }
  const alike = open()
    .flatMap((one) =>
      [...rest].map((other) => ({ one, other, share: shareOf(one, other) })),
    )
    .filter(({ share }) => share >= ALIKE)
    .toSorted((a, b) => b.share - a.share);
  for (const { one, other } of alike)
    if (!taken.has(one) && rest.has(other)) take(one, other, true);
  if (traits.areSingle === true)
    for (const one of open()) {
      const isOfKind = (item: T) => traits.kind(item) === traits.kind(one);
      const [other, ...others] = [...rest].filter(isOfKind);
      if (other !== undefined && others.length === 0)
        if (open().filter(isOfKind).length === 1) take(one, other, true);
    }
  return {
    both: before.flatMap((one) => {
      const found = taken.get(one);
      return found === undefined ? [] : [{ before: one, ...found }];
    }),
    gone: open(),
    fresh: after.filter((item) => rest.has(item)),
  };

  function shareOf(one: T, other: T): number {
    return traits.kind(one) === traits.kind(other)
      ? likeness(traits.words(one), traits.words(other))
      : 0;
  }
}

/** The share of words that two texts have in common, 0 to 1 (Dice's coefficient). */
export function likeness(one: string, other: string): number {
  const [first, second] = [one, other].map((text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ""),
  );
  if (first === undefined || second === undefined) return 0;
  const rest = [...second];
  const common = first.filter((word) => {
    const at = rest.indexOf(word);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  });
  const all = first.length + second.length;
  return all === 0 ? 0 : (2 * common.length) / all;
}

/**
 * Of things in another order, the fewest that have moved: what is left of them stands in the order of before.
 *
 * @param places where each of them stands after, in the order of before
 * @returns positions in `places`
 */
export function movedAmong(places: readonly number[]): ReadonlySet<number> {
  // Longest increasing subsequence; lists are short.
  const best: { readonly length: number; readonly last: number | null }[] = [];
  for (const place of places) {
    let found: (typeof best)[number] = { length: 1, last: null };
    for (const [n, other] of best.entries())
      if ((places[n] ?? 0) < place && other.length + 1 > found.length)
        found = { length: other.length + 1, last: n };
    best.push(found);
  }
  const stays = new Set<number>();
  const longest = Math.max(0, ...best.map(({ length }) => length));
  let at: number | null = best.findIndex(({ length }) => length === longest);
  while (at !== null && at !== -1) {
    stays.add(at);
    at = best[at]?.last ?? null;
  }
  return new Set([...places.keys()].filter((i) => !stays.has(i)));
}
