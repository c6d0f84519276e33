import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { nameOf } from "../rules/step-span.ts";
import { isOn } from "../shared/grid.ts";
import { forgetting, keySet } from "./fixes.ts";
import { becomeOf, type Compared, positionNow } from "./match.ts";
import { goneOptions } from "./options.ts";
import type { LiveAnswer, LiveStep } from "./shape.ts";

/** What became of the answers that visitors have given to a question. */
export function answerFindings(
  step: LiveStep,
  compared: Compared,
): Diagnostic[] {
  const { id, was = [] } = step;
  const { node, now, forgotten } = compared;
  if (step.answer === null) return [];
  const i = positionNow(id, node);
  const after = now.steps[i]?.answer;
  const { page = "" } = node.funnel.steps[i] ?? {};
  // Of a page that there is not, something is said elsewhere.
  const isUnknown = i !== -1 && !Object.hasOwn(node.traits.pages, page);
  if (forgotten.has(id) || isUnknown) return [];
  return [
    ...given(step, step.answer, after, i, compared),
    // Stored by the builds before that one.
    ...was
      .filter((old) => positionNow(old, node) === -1 && !forgotten.has(old))
      .map((old) => goneQuestion(old, i, compared)),
  ];
}

function given(
  { id }: LiveStep,
  answer: LiveAnswer,
  after: LiveAnswer | null | undefined,
  i: number,
  compared: Compared,
): Diagnostic[] {
  const { node, forgotten } = compared;
  const gone = { question: id, forget: id };
  if (after === undefined)
    return [goneQuestion(id, becomeOf(id, compared), compared)];
  const at = (key: string): Span =>
    node.source.span([...(node.origins[i] ?? []), key], "value");
  const letGo = forgetting(node, id);
  const otherKind = (key: string, measured: boolean) =>
    diagnose(
      "live/kind-changed",
      at(key),
      { ...gone, measured },
      [],
      // Nobody is asked again: one number is as good as another.
      measured ? undefined : letGo,
    );
  if (after === null || after.kind !== answer.kind)
    return [otherKind("page", false)];
  if (isMeasuredOtherwise(answer, after)) return [otherKind("measure", true)];
  const narrowed = narrowedBounds(answer, after);
  return [
    ...goneOptions(answer, { after, i, id }, { node, forgotten }),
    ...(narrowed === null
      ? []
      : [
          diagnose(
            "live/bounds-narrowed",
            at("ask"),
            { ...gone, ...narrowed },
            [],
            // Nobody is asked again whose answer lies between the bounds.
            narrowed.isBetween ? undefined : letGo,
          ),
        ]),
  ];
}

/** Of a number from a build that did not keep what is measured, nobody knows. */
function isMeasuredOtherwise(before: LiveAnswer, after: LiveAnswer): boolean {
  return before.measure !== undefined && before.measure !== after.measure;
}

/** Whether a question of before keeps every answer that could be given to it, as it is asked now. */
export function keepsAnswers(step: LiveStep, compared: Compared): boolean {
  const forgotten = new Set<string>();
  return answerFindings(step, { ...compared, forgotten }).length === 0;
}

/** @param i position of what it has become; -1 where nobody knows */
function goneQuestion(
  id: string,
  i: number,
  { node }: Pick<Compared, "node">,
): Diagnostic {
  const origin = node.origins[i];
  const became = node.funnel.steps[i]?.id ?? null;
  const { was = [] } = node.funnel.steps[i] ?? {};
  const at =
    origin === undefined
      ? node.source.span(["questions"], "key")
      : nameOf(node, i);
  return diagnose(
    "live/question-gone",
    at,
    { question: id, became, forget: id },
    [],
    origin === undefined
      ? forgetting(node, id)
      : keySet(node, origin, "was", [...was, id]),
  );
}

/** What could be answered, and what can be now. */
interface Narrowed {
  readonly before: string;
  readonly now: string;
  /** Some of it lies between two numbers of now: it is kept as it is. */
  readonly isBetween: boolean;
}

/** Null where all that could be answered can still be. */
function narrowedBounds(
  before: LiveAnswer,
  after: LiveAnswer,
): Narrowed | null {
  const isBetween = liesBetween(before, after);
  const steps = ({ by }: LiveAnswer) => (isBetween ? ` in steps of ${by}` : "");
  const narrowed = {
    before: range(before) + steps(before),
    now: range(after) + steps(after),
    isBetween,
  };
  // How many may be chosen is asked of whoever chooses, not of what was chosen before; nothing at all is another
  // matter.
  if (before.kind === "several")
    return before.min === 0 && (after.min ?? 0) > 0 ? narrowed : null;
  const low = (after.min ?? -Infinity) > (before.min ?? -Infinity);
  const high = (after.max ?? Infinity) < (before.max ?? Infinity);
  return low || high || isBetween ? narrowed : null;
}

/** Whether some number of before, however far both would go on, is none of now. */
function liesBetween(before: LiveAnswer, after: LiveAnswer): boolean {
  if (before.by === undefined || after.by === undefined) return false;
  const multiples = { first: 0, last: null, by: after.by };
  const apart = Math.abs((before.min ?? 0) - (after.min ?? 0));
  return [before.by, apart].some((distance) => !isOn(distance, multiples));
}

const UNITS: Partial<Record<LiveAnswer["kind"], string>> = {
  words: " characters",
  several: " choices",
};

function range({ kind, min, max }: LiveAnswer): string {
  const unit = UNITS[kind] ?? "";
  if (min === null) return `up to ${max ?? "any number of"}${unit}`;
  return max === null ? `${min}${unit} or more` : `${min} to ${max}${unit}`;
}
