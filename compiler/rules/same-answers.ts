import { diagnose } from "../diagnostics/diagnostic.ts";
import { NONE, optionValue } from "../link/options.ts";
import type { FunnelNode } from "../link/program.ts";
import { choicesOf } from "../link/raw-steps.ts";
import { type Data, data } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { writtenStep } from "./step-span.ts";

/** What is done with a choice, and what stands for it when it is left out; all else of a choice is how it looks. */
const DONE_WITH = [
  ["points", 0],
  ["to", ""],
  ["danger", false],
  ["sensitive", false],
] as const;

/** Both sides of an experiment take the same answers, and do the same with them: the way on is one for all. */
export const sameAnswers: FunnelRule = (node) =>
  node.funnel.steps.flatMap(({ variant }, i) => {
    const other = variant === null ? null : otherAnswer(node, i);
    if (variant === null || other === null) return [];
    const { key, ...differing } = other;
    const path = [...(node.origins[i] ?? []), "experiment", "b", key];
    const words = { name: variant.experiment, ...differing };
    const at = node.source.span(path, "key");
    return [diagnose("experiment/other-answers", at, words)];
  });

/** An answer that is not the same on both sides. */
interface OtherAnswer {
  /** The key of b that makes it differ. */
  readonly key: "options" | typeof NONE;
  readonly value: string;
  /** The side that alone has it, or what the choice has differently. */
  readonly differs: "a" | "b" | (typeof DONE_WITH)[number][0];
}

/** The first answer to a step that its b side does not have as its a side does; null where there is none. */
export function otherAnswer(node: FunnelNode, i: number): OtherAnswer | null {
  const a = data(writtenStep(node, i));
  const b = data(data(a.experiment).b);
  const hasNone = a[NONE] !== undefined;
  if (!hasNone && b[NONE] !== undefined)
    return { key: NONE, value: NONE, differs: "b" };
  if (b.options === undefined) return null;
  const ofA = choicesByValue(a.options, node);
  const ofB = choicesByValue(b.options, node);
  // A list that there is not is told as such.
  if (ofB.size === 0) return null;
  for (const value of new Set([...ofB.keys(), ...ofA.keys()])) {
    const [onA, onB] = [ofA.get(value), ofB.get(value)];
    if (onA === undefined) return { key: "options", value, differs: "b" };
    if (onB === undefined) return { key: "options", value, differs: "a" };
    const [differs] =
      DONE_WITH.find(
        ([key, usual]) => (onA[key] ?? usual) !== (onB[key] ?? usual),
      ) ?? [];
    if (differs !== undefined) return { key: "options", value, differs };
  }
  return null;
}

function choicesByValue(
  options: unknown,
  { source }: FunnelNode,
): ReadonlyMap<string, Data> {
  const { list = [] } = choicesOf(options, [], data(source.data)) ?? {};
  return new Map(list.map((choice) => [optionValue(choice), data(choice)]));
}
