import type { Condition, Inline } from "../../generated/contract.ts";
import type { Section } from "../../generated/names.ts";
import { holds } from "../core/conditions.ts";
import { isRecord } from "../core/read.ts";
import { type Props, sectionsShown } from "./sales.ts";
import type { Scene } from "./scene.ts";
import type { Visit } from "./visit.ts";

type Variable = Pick<
  Extract<Inline, { kind: "variable" }>,
  "name" | "fallback"
>;

/** The variables of something, and the condition under which it is shown. */
interface Words {
  readonly when: Condition | null;
  readonly variables: readonly Variable[];
}

/** The variables in what a visitor sees of one side of a page. */
export function variablesOn(
  { funnel }: Scene,
  visit: Visit,
  props: Props,
): readonly Variable[] {
  const words = [
    ...wordsOf(props),
    ...sectionsShown(funnel, visit, props).flatMap(wordsOf),
  ];
  return words.flatMap(({ when, variables }) =>
    holds(when, { funnel, answers: visit.answers }) ? variables : [],
  );
}

/** They are read once: a funnel is looked at thousands of times. */
const known = new WeakMap<object, readonly Words[]>();

function wordsOf(shown: Props | Section): readonly Words[] {
  const before = known.get(shown);
  if (before !== undefined) return before;
  const items = "items" in shown ? shown.items : [];
  const own = { ...shown, items: [], sections: [] };
  const words = [
    { when: null, variables: variablesIn(own) },
    ...items.map((item) => ({
      when: isRecord(item) && "when" in item ? (item.when ?? null) : null,
      variables: variablesIn(item),
    })),
  ].filter(({ variables }) => variables.length > 0);
  known.set(shown, words);
  return words;
}

function variablesIn(value: unknown): readonly Variable[] {
  if (Array.isArray(value)) return value.flatMap(variablesIn);
  if (!isRecord(value)) return [];
  const { kind, name, fallback } = value;
  return kind === "variable" && typeof name === "string"
    ? [{ name, fallback: typeof fallback === "string" ? fallback : null }]
    : Object.values(value).flatMap(variablesIn);
}
