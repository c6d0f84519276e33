/** How what is gone and what is new are set apart. */
export interface Marks {
  readonly gone: (words: string) => string;
  readonly fresh: (words: string) => string;
  /** What words are made of that stay. */
  readonly same: (words: string) => string;
}

/** Words that stay on either side of what has changed. */
const AROUND = 4;
/** Of a text with fewer words, all are shown. */
const SHORT = 16;
/** Two texts of which less stays are shown one after the other. */
const LEAST = 0.4;

/** Two texts as one, word by word: what is gone and what is new is marked where it stands, with a few words around. */
export function markedWords(
  before: string,
  after: string,
  marks: Marks,
): string {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const runs = runsOf(old, now);
  const stays = runs.reduce((sum, { same }) => sum + same.length, 0);
  if ((2 * stays) / (old.length + now.length) < LEAST)
    return marks.gone(before) + marks.fresh(after);
  const isLong = Math.max(old.length, now.length) > SHORT;
  return runs.reduce((line, run, i) => {
    const { same, gone, fresh } = run;
    const [isFirst, isLast] = [i === 0, i === runs.length - 1];
    const shown = isLong ? cut(same, isFirst, isLast) : same;
    const words =
      (same.length === 0 ? "" : marks.same(joined(shown))) +
      (gone.length === 0 ? "" : marks.gone(joined(gone))) +
      (fresh.length === 0 ? "" : marks.fresh(joined(fresh)));
    const [next = ""] = same.length > 0 ? same : gone.length > 0 ? gone : fresh;
    return line + (isFirst || SIGN.test(next) ? "" : " ") + words;
  }, "");
}

/** Words, and the signs between parts of a list by themselves; a variable is one word. */
function wordsOf(text: string): string[] {
  return (
    text.match(
      /(?:[^\s{]*\{\{[^}]*\}\}[^\s,;]*|[^\s,;]+(?:[,;](?=\S)[^\s,;]*)*)|[,;]+/g,
    ) ?? []
  );
}

const SIGN = /^[,;]+$/;

function joined(words: readonly string[]): string {
  return words.reduce(
    (line, word) => line + (line === "" || SIGN.test(word) ? "" : " ") + word,
    "",
  );
}

/** Words that stay, without those that are far from any change. */
function cut(words: readonly string[], isFirst: boolean, isLast: boolean) {
  const head = isFirst ? 0 : AROUND;
  const tail = isLast ? 0 : AROUND;
  return words.length <= head + tail + 1
    ? words
    : [...words.slice(0, head), "…", ...(tail === 0 ? [] : words.slice(-tail))];
}

/** Words in a row that stay, or that are gone and come in their place. */
interface Run {
  readonly same: readonly string[];
  readonly gone: readonly string[];
  readonly fresh: readonly string[];
}

function runsOf(old: readonly string[], now: readonly string[]): Run[] {
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start])
    start += 1;
  let end = 0;
  while (
    end < Math.min(old.length, now.length) - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  const middle = between(
    old.slice(start, old.length - end),
    now.slice(start, now.length - end),
  );
  return [
    { same: old.slice(0, start), gone: [], fresh: [] },
    ...middle,
    { same: end === 0 ? [] : old.slice(-end), gone: [], fresh: [] },
  ].filter(
    ({ same, gone, fresh }) => same.length + gone.length + fresh.length > 0,
  );
}

/** More words than these on both sides are not compared one by one. */
const MOST = 3_000;

/** The words that two texts have in common in one order, and what stands between them. */
function between(old: readonly string[], now: readonly string[]): Run[] {
  if (old.length > MOST || now.length > MOST)
    return [{ same: [], gone: old, fresh: now }];
  // lengths[i][j]: how many words `old` from i on and `now` from j on have in common.
  const lengths = Array.from(
    { length: old.length + 1 },
    () => new Uint16Array(now.length + 1),
  );
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === now[j]
          ? at(i + 1, j + 1) + 1
          : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const runs: { same: string[]; gone: string[]; fresh: string[] }[] = [];
  const add = (kind: "same" | "gone" | "fresh", word: string | undefined) => {
    const last = runs.at(-1);
    const fits =
      last !== undefined && (kind === "same") === last.same.length > 0;
    const run = fits ? last : { same: [], gone: [], fresh: [] };
    if (!fits) runs.push(run);
    run[kind].push(word ?? "");
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      add("same", old[i]);
      i += 1;
      j += 1;
    } else if (
      j >= now.length ||
      (i < old.length && at(i + 1, j) >= at(i, j + 1))
    ) {
      add("gone", old[i]);
      i += 1;
    } else {
      add("fresh", now[j]);
      j += 1;
    }
  }
  return runs;
}
