import type { Step } from "../../generated/contract.ts";
import type { WalkRequest } from "../../generated/walk-contract.ts";
import type { Answer, Answers } from "../core/answers.ts";
import { own } from "../core/read.ts";
import { answersTo } from "./answers-to.ts";
import { marksIn } from "./conditions.ts";
import { productsIn, sidesOf } from "./sales.ts";

/** What decides the ways through a funnel, and what is asked of it again and again. */
export interface Ground extends Pick<
  WalkRequest,
  "funnel" | "pages" | "dangers"
> {
  /** What can be answered to a step, with the numbers at which conditions change their mind. */
  readonly answersAt: (step: Step) => readonly Answer[];
  /** Where a step is paid for what it sells; null where it sells nothing. */
  readonly saleAt: (step: Step) => "page" | "saved" | null;
  /** Every product that a step may sell to anybody. */
  readonly productsOf: (step: Step) => readonly string[];
  /** Whether an answer says that the visitor is in danger. */
  readonly isInDanger: (told: { readonly answers: Answers }) => boolean;
}

/** The same, with what its pages show and what the server charges. */
export interface Scene extends Ground, Pick<WalkRequest, "brand" | "server"> {}

export function groundOf<
  R extends Pick<WalkRequest, "funnel" | "pages" | "dangers">,
>(request: R): R & Ground {
  const { funnel, pages, dangers } = request;
  const marks = marksIn(funnel);
  const answers = new Map<string, readonly Answer[]>();
  const products = new Map<string, readonly string[]>();
  return {
    ...request,
    answersAt: (step) => {
      const known = answers.get(step.id) ?? answersTo(step, marks.get(step.id));
      answers.set(step.id, known);
      return known;
    },
    saleAt: ({ page }) => own(pages, page)?.sale ?? null,
    productsOf: (step) => {
      const known = products.get(step.id) ?? sidesOf(step).flatMap(productsIn);
      products.set(step.id, known);
      return known;
    },
    isInDanger: (told) =>
      dangers.some(({ step, value }) => {
        const answer = own(told.answers, step);
        return typeof answer === "object"
          ? answer.includes(value)
          : answer === value;
      }),
  };
}
