import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Step } from "../shared/contract.ts";
import { data, items, number, text, type Data } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";

/** The numbers of a question leave room for an answer. */
export const questionBounds: FunnelRule = ({ funnel, origins, source }) =>
  funnel.steps.flatMap((step, i) => {
    const wrong = problemOf(step);
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

function problemOf({ page, props }: Step): Problem | null {
  switch (page) {
    case "multi":
      return ofChoices(data(props));
    case "scale":
      return ofScale(data(props));
    case "slider":
    case "number":
      return ofNumbers(data(props));
    case "date":
      return ofDates(data(props));
    default:
      return null;
  }
}

function ofChoices({ min, max, options }: Data): Problem | null {
  const [least, most] = [number(min) ?? 1, number(max)];
  const count = items(options).length;
  const hint = "use a lower number, or add choices";
  if (most !== null && most > count)
    return {
      key: "max",
      problem: `\`max\` is ${most}, but there are only ${count} choices`,
      hint,
    };
  if (least > count)
    return {
      key: "min",
      problem: `\`min\` is ${least}, but there are only ${count} choices`,
      hint,
    };
  if (most === null || least <= most) return null;
  return {
    key: "min",
    problem: `\`min\` is ${least}, but \`max\` is only ${most}`,
    hint: "`min` must not be greater than `max`",
  };
}

/** Steps from one end of a scale to the other that fit on a small screen. */
const SCALE_STEPS_MAX = 10;

function ofScale({ from, to }: Data): Problem | null {
  const [low, high] = [number(from) ?? 1, number(to) ?? 5];
  if (low >= high)
    return {
      key: "to",
      problem: `the scale starts at ${low} and ends at ${high}`,
      hint: "`to` must be greater than `from`",
    };
  if (high - low <= SCALE_STEPS_MAX) return null;
  return {
    key: "to",
    problem: `the scale has ${high - low} steps; at most ${SCALE_STEPS_MAX} fit on a phone`,
    hint: "make it shorter, or use `page: slider`",
  };
}

function ofNumbers({ min, max, step, score }: Data): Problem | null {
  const [low, high] = [number(min), number(max)];
  if (low === null || high === null)
    return score === undefined
      ? null
      : {
          key: "score",
          problem: "a question with a score needs a lowest and a highest value",
          hint: "add `min` and `max`",
        };
  if (low >= high)
    return {
      key: "max",
      problem: `\`min\` is ${low}, but \`max\` is ${high}`,
      hint: "`max` must be greater than `min`",
    };
  const distance = number(step) ?? 0;
  if (distance <= high - low) return null;
  return {
    key: "step",
    problem: `a step of ${distance} does not fit between ${low} and ${high}`,
    hint: "make the step smaller",
  };
}

function ofDates({ earliest, latest }: Data): Problem | null {
  const [first, last] = [text(earliest), text(latest)];
  if (!isDay(first) || !isDay(last))
    return {
      key: isDay(first) ? "latest" : "earliest",
      problem: `"${isDay(first) ? last : first}" is not a valid date`,
      hint: "write year, month and day: 1990-12-31",
    };
  // Days as YYYY-MM-DD compare as texts; `today` compares with nothing.
  if (![first, last].every((day) => /^\d/.test(day)) || first <= last)
    return null;
  return {
    key: "latest",
    problem: `\`latest\` is ${last}, which is before \`earliest\`, ${first}`,
    hint: "swap the two dates",
  };
}

/** Whether a day as YYYY-MM-DD is in the calendar; words such as `today` always are. */
function isDay(day: string): boolean {
  if (!/^\d/.test(day)) return true;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
