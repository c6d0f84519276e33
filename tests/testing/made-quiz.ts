import fc from "fast-check";
import { quizText } from "../../compiler/testing/base-content.ts";

/** A condition of a made-up funnel. */
interface Leaf {
  /** The question that it is about, which values it asks for, and whether it asks for others. */
  readonly when: readonly [question: number, values: number, not: boolean];
  /** It is about the answer, or about the score: at least as much of it, or the band below that. */
  readonly about: "answer" | "total" | "band";
}

/** A question of a made-up funnel, with the positions of what it names. */
export interface Made extends Leaf {
  readonly kind: "single" | "multi" | "number" | "info";
  readonly options: number;
  readonly asksWhen: boolean;
  /** A second condition, and how it stands with the first: one of them is enough, or both are needed. */
  readonly second: Leaf;
  readonly joined: "alone" | "any" | "all";
  /** Where whoever meets the second condition goes on, and where the others do, in steps from here; null for nowhere. */
  readonly next: readonly [met: number, otherwise: number] | null;
  /** Where its first choice leads, in steps from here; 0 for nowhere. */
  readonly jump: number;
  /** The question whose answer it quotes; itself for none. */
  readonly quotes: number;
  /** What its choices add to the score, one after the other; nothing of it does where `isScored` is false. */
  readonly points: readonly number[];
  readonly isScored: boolean;
  /** Whether a question with several answers can be left with none. */
  readonly mayBeEmpty: boolean;
}

const leaf = {
  when: fc.tuple(fc.nat(5), fc.nat(2), fc.boolean()),
  about: fc.constantFrom("answer", "answer", "total", "band"),
} as const;

const made: fc.Arbitrary<Made> = fc.record({
  kind: fc.constantFrom("single", "single", "multi", "number", "info"),
  options: fc.integer({ min: 2, max: 3 }),
  ...leaf,
  asksWhen: fc.boolean(),
  second: fc.record(leaf),
  joined: fc.constantFrom("alone", "alone", "any", "all"),
  next: fc.option(
    fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
    { freq: 1 },
  ),
  jump: fc.nat(3),
  quotes: fc.nat(5),
  points: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -1, max: 3 }))),
  isScored: fc.boolean(),
  mayBeEmpty: fc.boolean(),
});

/** Bands of the score end here, and conditions ask for as much. */
const ENDS = [1, 3];

/** Made-up funnels, of as many steps as a walker can still go every way through. */
export const madeQuizzes = fc.array(made, { minLength: 2, maxLength: 6 });

/** The funnel as an author writes it; what it names is there, and nothing else about it is sure. */
export function quizOf(list: readonly Made[]): string {
  const asked = list.map(({ kind }) => kind !== "info");
  const lines = list.map((one, i) => {
    const { kind, asksWhen, quotes, isScored, mayBeEmpty } = one;
    const parts = [`id: q${i}`];
    if (kind !== "single") parts.push(`page: ${kind}`);
    const quoted =
      quotes < list.length && quotes !== i && asked[quotes] === true
        ? ` {{ q${quotes} }}`
        : "";
    const text = JSON.stringify(`Step ${i}${quoted}`);
    parts.push(kind === "info" ? `heading: ${text}` : `ask: ${text}`);
    const when = i > 0 && asksWhen ? joinedOf(one, list) : null;
    if (when !== null) parts.push(`when: ${when}`);
    if (kind === "number") parts.push("min: 1, max: 9");
    if (kind === "multi" && mayBeEmpty) parts.push("min: 0");
    if (kind !== "info" && isScored) parts.push("score: s");
    if (kind === "single" || kind === "multi")
      parts.push(`options: [${choices(one, i, list.length)}]`);
    parts.push(...nextOf(one, i, list));
    return `- { ${parts.join(", ")} }`;
  });
  const hasScore = list.some(
    ({ kind, isScored }) => kind !== "info" && isScored,
  );
  return quizText(lines.join("\n"), "", hasScore ? SCORES : "");
}

const SCORES = [
  "scores:",
  "  s:",
  "    label: Score",
  "    bands:",
  ...ENDS.map((end, n) => `      - { id: b${n}, upTo: ${end}, label: B${n} }`),
  `      - { id: b${ENDS.length}, label: B${ENDS.length} }`,
].join("\n");

/** Whoever meets the second condition goes on elsewhere than the others. */
function nextOf({ next, second }: Made, i: number, list: readonly Made[]) {
  const when = next === null ? null : conditionOf(second, list);
  if (next === null || when === null) return [];
  const [met, otherwise] = next.map((far) =>
    i + far < list.length ? `q${i + far}` : "thank-you",
  );
  return [`next: [{ to: ${met}, when: ${when} }, { to: ${otherwise} }]`];
}

/** The first condition, alone or with the second; null where there is neither. */
function joinedOf(one: Made, list: readonly Made[]): string | null {
  const [first, second] = [
    conditionOf(one, list),
    conditionOf(one.second, list),
  ];
  if (one.joined === "alone" || first === null || second === null) return first;
  if (one.joined === "any") return `{ any: [${first}, ${second}] }`;
  // One pair of braces holds both where they are about different things.
  const [, key, rest] = /^\{ (\w+)(.*) \}$/.exec(first) ?? [];
  return second.startsWith(`{ ${key}:`)
    ? `{ not: { any: [{ not: ${first} }, { not: ${second} }] } }`
    : `{ ${key}${rest}, ${second.slice(2)}`;
}

function conditionOf(one: Leaf, list: readonly Made[]): string | null {
  const positive = positiveOf(one, list);
  return positive === null || !one.when[2] ? positive : `{ not: ${positive} }`;
}

/** null where there is not what it would be about. */
function positiveOf(
  { when: [question, value], about }: Leaf,
  list: readonly Made[],
): string | null {
  const target = list[question];
  if (target === undefined || target.kind === "info") return null;
  if (about === "answer") {
    const { kind, options } = target;
    return kind === "number"
      ? `{ q${question}: { atLeast: ${2 + value * 3} } }`
      : `{ q${question}: v${value % options} }`;
  }
  if (!target.isScored) return null;
  if (about === "band") return `{ band: { s: b${value} } }`;
  const wanted = ENDS[value % 2] ?? 0;
  // What no answers add up to is a mistake of its own.
  return wanted > mostOf(list)
    ? null
    : `{ score: { s: { atLeast: ${wanted} } } }`;
}

/** The most that the answers to all questions of the score add up to. */
function mostOf(list: readonly Made[]): number {
  const most = list.map(({ kind, options, points, isScored }) => {
    if (kind === "info" || !isScored) return 0;
    if (kind === "number") return 9;
    const own = points.slice(0, options);
    const gains = own.filter((each) => each > 0);
    return kind === "single" || gains.length === 0
      ? Math.max(...own)
      : gains.reduce((sum, each) => sum + each, 0);
  });
  return most.reduce((sum, each) => sum + each, 0);
}

function choices(
  { options, kind, jump, points, isScored }: Made,
  i: number,
  length: number,
): string {
  return Array.from({ length: options }, (_, n) => {
    const target = i + jump;
    const to =
      n === 0 && kind === "single" && jump > 1 && target < length
        ? `, to: q${target}`
        : "";
    const worth = isScored ? `, points: ${points[n]}` : "";
    return `{ label: L${n}, value: v${n}${worth}${to} }`;
  }).join(", ");
}
