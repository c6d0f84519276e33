import type { Funnel, Step } from "../../../generated/contract.ts";
import {
  type Answer,
  answerTo,
  optionsOf,
} from "../../../runtime/core/answers.ts";
import { wayThrough } from "../../../runtime/core/flow.ts";

/** One step of a quiz in the few words that a page written by hand needs. */
export interface PlainStep {
  readonly kind: "one" | "many" | "text" | "number" | "note";
  readonly ask: string;
  readonly text: string;
  readonly choices: readonly {
    readonly label: string;
    readonly picture: string | null;
  }[];
  /** The funnel's own address of it. */
  readonly path: string;
}

/** The steps that a visitor sees who always takes the first choice, from the entry up to the first report. */
export function plainSteps(funnel: Funnel): readonly PlainStep[] {
  const found: PlainStep[] = [];
  const answers: Record<string, Answer> = {};
  for (const step of wayThrough(funnel, () => answers)) {
    if (step.page === "report") break;
    found.push(plainStep(step));
    const answer = firstAnswer(step);
    if (answer !== null) answers[step.id] = answer;
  }
  return found;
}

function plainStep(step: Step): PlainStep {
  const { props } = step;
  const choices =
    "from" in props && "to" in props
      ? marks(props.from, props.to)
      : (optionsOf(step) ?? []).map(({ label, picture }) => ({
          label: plain(label),
          picture: picture?.src ?? null,
        }));
  return {
    kind: kindOf(step),
    ask: plain(
      "ask" in props ? props.ask : "heading" in props ? props.heading : "",
    ),
    text: plain(
      "text" in props ? props.text : "help" in props ? props.help : "",
    ),
    choices,
    path: step.path,
  };
}

function marks(from: unknown, to: unknown): PlainStep["choices"] {
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => ({
    label: String(Number(from) + i),
    picture: null,
  }));
}

function kindOf(step: Step): PlainStep["kind"] {
  switch (answerTo(step).kind) {
    case "one":
      return "one";
    case "several":
      return "many";
    case "quantity":
      return step.page === "scale" ? "one" : "number";
    case "words":
      return "text";
    default:
      return "note";
  }
}

function firstAnswer(step: Step): Answer | null {
  const [first] = optionsOf(step) ?? [];
  switch (kindOf(step)) {
    case "one":
      return first?.value ?? 1;
    case "many":
      return first === undefined ? null : [first.value];
    case "number":
      return 7;
    case "text":
      return "Robin";
    case "note":
      return null;
  }
}

function plain(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  return value
    .map((part: unknown) =>
      typeof part === "object" && part !== null && "children" in part
        ? plain(part.children)
        : plain(part),
    )
    .join("");
}
