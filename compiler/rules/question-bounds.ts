import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Step } from "../shared/contract.ts";
import { data, items, number, text, type Data } from "../schema/read.ts";
import { gridOf, endsOfTenths } from "../link/grid.ts";
import { isDay, TODAY } from "../link/reach.ts";
import { isOn, numberUpTo } from "../shared/grid.ts";
import type { AnswerTrait, QuantityTrait } from "../schema/answer-trait.ts";
import { pagesWith, type Traits } from "../schema/traits.ts";
import { ELAPSED } from "./elapsed.ts";
import type { FunnelRule } from "./rule.ts";

/** The numbers of a question leave room for an answer. */
export const questionBounds: FunnelRule = ({
  funnel,
  origins,
  source,
  traits,
}) =>
  funnel.steps.flatMap((step, i) => {
    const wrong = problemOf(step, traits);
    if (wrong === null) return [];
    const { key, problem, hint } = wrong;
    const at = source.span([...(origins[i] ?? []), key], "value");
    return [diagnose("question/bounds", at, { problem, hint })];
  });

interface Problem {
  readonly key: string;
  readonly problem: string;
  readonly hint: string;
}

/** What is wrong with the numbers of a question, and under which key; null where nothing is. */
export function problemOf(
  { page, props }: Step,
  traits: Traits,
): Problem | null {
  const answer = traits.pages[page]?.answer ?? null;
  switch (answer?.kind) {
    case "several":
      return ofChoices(answer, data(props));
    case "quantity":
      return answer.marks === undefined
        ? (ofRange(answer, data(props)) ?? ofPlausible(answer, data(props)))
        : ofMarks(answer, answer.marks, data(props), traits);
    case "day":
      return ofDays(answer, data(props));
    case "one":
    case "words":
    case undefined:
      return null;
  }
}

type Bounds = Extract<AnswerTrait, { readonly low: string }>;

function ofChoices({ low, high }: Bounds, props: Data): Problem | null {
  const [least, most] = [number(props[low]) ?? 1, number(props[high])];
  const count = items(props.options).length;
  const hint = "use a lower number, or add choices";
  if (most !== null && most > count)
    return {
      key: high,
      problem: `\`${high}\` is ${most}, but there are only ${count} choices`,
      hint,
    };
  if (least > count)
    return {
      key: low,
      problem: `\`${low}\` is ${least}, but there are only ${count} choices`,
      hint,
    };
  if (most === null || least <= most) return null;
  return {
    key: low,
    problem: `\`${low}\` is ${least}, but \`${high}\` is only ${most}`,
    hint: `\`${low}\` must not be greater than \`${high}\``,
  };
}

/** Every whole number between the ends is a place to tap. */
function ofMarks(
  { low, high }: Bounds,
  stepsMax: number,
  props: Data,
  traits: Traits,
): Problem | null {
  const [first, last] = [number(props[low]) ?? 0, number(props[high]) ?? 0];
  if (first >= last)
    return {
      key: high,
      problem: `the scale starts at ${first} and ends at ${last}`,
      hint: `\`${high}\` must be greater than \`${low}\``,
    };
  if (last - first <= stepsMax) return null;
  const others = pagesWith(
    traits,
    ({ answer }) => answer?.kind === "quantity" && answer.step !== undefined,
  );
  const instead = others.map((page) => `\`page: ${page}\``).join(" or ");
  return {
    key: high,
    problem: `the scale has ${last - first} steps; at most ${stepsMax} fit on a phone`,
    hint: `make it shorter, or use ${instead}`,
  };
}

function ofRange(answer: QuantityTrait, props: Data): Problem | null {
  const { low, high, step = "" } = answer;
  if (number(props[step]) !== null && endsOfTenths(props, answer) !== null)
    return {
      key: step,
      problem: "this question takes tenths already, and no other steps",
      hint: `remove \`${step}\``,
    };
  const [first, last] = [number(props[low]), number(props[high])];
  if (first === null || last === null)
    return props.score === undefined
      ? null
      : {
          key: "score",
          problem: "a question with a score needs a lowest and a highest value",
          hint: `add \`${low}\` and \`${high}\``,
        };
  if (first >= last)
    return {
      key: high,
      problem: `\`${low}\` is ${first}, but \`${high}\` is ${last}`,
      hint: `\`${high}\` must be greater than \`${low}\``,
    };
  const distance = number(props[step]) ?? 0;
  if (distance > last - first)
    return {
      key: step,
      problem: `a step of ${distance} does not fit between ${first} and ${last}`,
      hint: "make the step smaller",
    };
  const grid = gridOf(props, answer);
  if (isOn(last, grid)) return null;
  const ends = numberUpTo(last, grid);
  return {
    key: high,
    problem: `nobody can answer ${last}: steps of ${grid.by} from ${first} end at ${ends}`,
    hint: `write \`${high}: ${ends}\`, or another \`${step}\``,
  };
}

/** What is plausible lies within what is taken, and leaves something to ask about. */
function ofPlausible(
  { low, high, plausible = "" }: QuantityTrait,
  props: Data,
): Problem | null {
  const { min, max } = data(props[plausible]);
  const [from, to] = [number(min), number(max)];
  const [first, last] = [number(props[low]), number(props[high])];
  if (from !== null && to !== null && from >= to)
    return {
      key: plausible,
      problem: `\`${plausible}\` begins at ${from} and ends at ${to}`,
      hint: "swap the two numbers",
    };
  const outside = [from, to].find(
    (bound) =>
      bound !== null &&
      (bound < (first ?? -Infinity) || bound > (last ?? Infinity)),
  );
  if (outside === undefined) return null;
  return {
    key: plausible,
    problem: `${outside} is not taken: answers go from ${first ?? "any number"} to ${last ?? "any number"}`,
    hint: `keep \`${plausible}\` between \`${low}\` and \`${high}\``,
  };
}

function ofDays({ low, high }: Bounds, props: Data): Problem | null {
  const [first, last] = [text(props[low]), text(props[high])];
  if (!isDay(first) || !isDay(last))
    return {
      key: isDay(first) ? high : low,
      problem: `"${isDay(first) ? last : first}" is not a valid date`,
      hint: "write year, month and day: 1990-12-31",
    };
  if (first !== "" && first === last)
    return {
      key: high,
      problem: `\`${low}\` and \`${high}\` are both ${first}: only one day can be chosen`,
      hint: "write another day for one of the two, or remove it",
    };
  if (first === TODAY && isBefore(last, ELAPSED))
    return {
      key: high,
      problem: `\`${high}\` is ${last}, which has passed, but \`${low}\` is ${TODAY}`,
      hint: `write a later day, or swap \`${low}\` and \`${high}\``,
    };
  if (last === TODAY && /^\d/.test(first) && !isBefore(first, DISTANT))
    return {
      key: low,
      problem: `\`${low}\` is ${first}, which is still to come, but \`${high}\` is ${TODAY}`,
      hint: `write an earlier day, or swap \`${low}\` and \`${high}\``,
    };
  if (!isBefore(last, first)) return null;
  return {
    key: high,
    problem: `\`${high}\` is ${last}, which is before \`${low}\`, ${first}`,
    hint: "swap the two dates",
  };
}

/** It does not move with the day of the check either: a day so late is a slip, until funnels ask for one. */
const DISTANT = "2028-01-01";

/** Days as YYYY-MM-DD compare as texts; no word is before or behind a day. */
function isBefore(one: string, other: string): boolean {
  return [one, other].every((day) => /^\d/.test(day)) && one < other;
}
