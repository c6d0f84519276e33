import { data, items, text } from "../schema/read.ts";
import { NONE } from "../link/options.ts";
import { plainText, plainTextIn } from "../link/plain-text.ts";
import type { Condition, Funnel } from "../shared/contract.ts";

/** A condition in the words of the questions: `area: At work or At home, and not chest: Yes`. */
export function inWords(condition: Condition, funnel: Funnel): string {
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.of
        .map((one) => grouped(one, funnel))
        .join(condition.kind === "all" ? ", and " : ", or ");
    case "not":
      return `not ${grouped(condition.of, funnel)}`;
    case "answer": {
      const labels = labelsOf(condition.step, funnel);
      const answers = condition.in.map((one) => labels.get(one) ?? one);
      return `${condition.step}: ${answers.join(" or ")}`;
    }
    case "range":
      return `${condition.id} ${between(condition.min, condition.max)}`;
    case "band": {
      const score = funnel.scores.find(({ id }) => id === condition.score);
      const bands = condition.in.map((id) => {
        const band = score?.bands.find((one) => one.id === id);
        return band === undefined ? id : plainText(band.label);
      });
      return `${condition.score}: ${bands.join(" or ")}`;
    }
  }
}

function grouped(condition: Condition, funnel: Funnel): string {
  const words = inWords(condition, funnel);
  return "of" in condition && Array.isArray(condition.of)
    ? `(${words})`
    : words;
}

function labelsOf(id: string, { steps }: Funnel): ReadonlyMap<string, string> {
  const { options, none } = data(steps.find((step) => step.id === id)?.props);
  const labels = new Map(
    items(options).map((option) => {
      const { value, label } = data(option);
      return [text(value), plainTextIn(label)];
    }),
  );
  return none === undefined ? labels : labels.set(NONE, plainTextIn(none));
}

function between(min: number | null, max: number | null): string {
  if (min === null) return `up to ${max}`;
  if (max === null) return `from ${min}`;
  return min === max ? `= ${min}` : `${min} to ${max}`;
}
