import type { Edge } from "../shared/contract.ts";
import { inWords } from "./number-words.ts";
import type { RawStep } from "./raw-steps.ts";

/** How many questions a visitor answers between the entry and the last page of some way. */
export interface QuestionCount {
  readonly fewest: number;
  readonly most: number;
  /** The most with those that pages before the first offer ask as well: who counts them in says what is true. */
  readonly asked: number;
}

/**
 * The fewest and the most questions on any way from the first step. Conditions are not weighed against each other: ways
 * that nobody can go widen the span, and no way that somebody can go lies outside of it.
 */
export function countQuestions(
  steps: readonly (Pick<RawStep, "id" | "isQuestion" | "flow"> & {
    readonly traits: Pick<RawStep["traits"], "answer">;
  })[],
  edges: readonly (readonly Pick<Edge, "to">[])[],
): QuestionCount {
  const index = new Map(steps.map(({ id }, i) => [id, i]));
  const memo = new Map<number, QuestionCount>();
  const from = (i: number): QuestionCount => {
    const known = memo.get(i);
    if (known !== undefined) return known;
    // A step that is being counted counts nothing: a loop must not count itself.
    memo.set(i, { fewest: 0, most: 0, asked: 0 });
    const rest = (edges[i] ?? []).flatMap(({ to }) => {
      const target = index.get(to);
      return target === undefined ? [] : [from(target)];
    });
    const step = steps[i];
    const asks = step !== undefined && step.traits.answer !== null ? 1 : 0;
    const own = step?.isQuestion ? asks : 0;
    const most = own + Math.max(0, ...rest.map((one) => one.most));
    const count = {
      fewest: own + least(rest.map(({ fewest }) => fewest)),
      most,
      asked:
        step?.flow === "offer"
          ? most
          : asks + Math.max(0, ...rest.map(({ asked }) => asked)),
    };
    memo.set(i, count);
    return count;
  };
  return from(0);
}

function least(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : Math.min(...numbers);
}

/** What texts may hold of it, the same for every visitor: in figures, in words, and in words that begin a sentence. */
export function countConstants({
  most,
}: Pick<QuestionCount, "most">): Readonly<Record<string, string>> {
  const words = inWords(most);
  return {
    questions: String(most),
    "questions-in-words": words,
    "Questions-in-words": words.slice(0, 1).toUpperCase() + words.slice(1),
  };
}
