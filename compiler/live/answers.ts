import {
  diagnose,
  type Diagnostic,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { optionValue } from "../link/options.ts";
import type { FunnelNode } from "../link/program.ts";
import type { Path } from "../diagnostics/span.ts";
import { nameOf, writtenStep } from "../rules/step-span.ts";
import { data, items, text } from "../schema/read.ts";
import { isOn } from "../shared/grid.ts";
import { becomeOf, type Compared, positionNow } from "./match.ts";
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

interface Question {
  readonly after: LiveAnswer;
  /** Position of the step, and the id that it had. */
  readonly i: number;
  readonly id: string;
}

/** A stored value that is no choice any more, and the position of the choice that it became. */
interface GoneValue {
  readonly value: string;
  readonly label: string;
  readonly at: number | undefined;
  /** The key that says so at the choice. */
  readonly cure: "value" | "was";
}

function goneOptions(
  before: LiveAnswer,
  { after, i, id }: Question,
  { node, forgotten }: Pick<Compared, "node" | "forgotten">,
): Diagnostic[] {
  if (before.options === null || after.options === null) return [];
  const { list, path } = choicesOf(node, i);
  return goneValues(before, after, list)
    .filter(({ value }) => !forgotten.has(`${id}/${value}`))
    .map(({ value, label, at, cure }) => {
      const place = at === undefined ? path : [...path, at];
      const became = at === undefined ? undefined : list[at];
      const forget = `${id}/${value}`;
      const { was } = data(became);
      const known = items(was).map((one) => text(one));
      return diagnose(
        "live/option-gone",
        node.source.span(place, "value"),
        {
          question: id,
          value,
          label,
          became:
            became === undefined
              ? null
              : text(became) || text(data(became).label),
          cure,
          forget,
        },
        [],
        became === undefined
          ? forgetting(node, forget)
          : keySet(
              node,
              place,
              cure,
              cure === "was" ? [...known, value] : value,
            ),
      );
    });
}

function goneValues(
  before: LiveAnswer,
  after: LiveAnswer,
  list: readonly unknown[],
): GoneValue[] {
  const { options, was = {} } = before;
  const labels = options ?? {};
  const accepted = new Set([
    ...Object.keys(after.options ?? {}),
    ...list.flatMap((option) => items(data(option).was)),
  ]);
  const isGone = (value: string) => !accepted.has(value);
  const values = Object.keys(labels);
  const gone = values.filter(isGone);
  const fresh = list.flatMap((option, n) =>
    Object.hasOwn(labels, optionValue(option)) ? [] : [n],
  );
  const ofBefore = gone.map((value): GoneValue => {
    // In the same place stands the same choice in other words; so does the only one that is new.
    const same = values.indexOf(value);
    const at = fresh.includes(same)
      ? same
      : gone.length === 1 && fresh.length === 1
        ? fresh[0]
        : undefined;
    return { value, label: labels[value] ?? value, at, cure: "value" };
  });
  const ofEarlier = Object.entries(was)
    .filter(([old]) => isGone(old))
    .map(([old, value]): GoneValue => {
      const at = list.findIndex((option) => optionValue(option) === value);
      const label = labels[value] ?? value;
      return {
        value: old,
        label,
        at: at === -1 ? undefined : at,
        cure: "was",
      };
    });
  return [...ofBefore, ...ofEarlier];
}

/** Fixes that somebody should look at. */
export function keySet(
  { source: { file } }: FunnelNode,
  path: Path,
  key: string,
  value: string | readonly string[],
): Fix {
  const change = { kind: "set-key", file, path, key, value } as const;
  return { kind: "suggested", changes: [change] };
}

/** Names something at the top of the file as given up. */
export function forgetting(
  { source: { file } }: Pick<FunnelNode, "source">,
  name: string,
): Fix {
  const change = {
    kind: "add-items",
    file,
    path: [],
    key: "forget",
    items: [name],
  } as const;
  return { kind: "suggested", changes: [change] };
}

/** The choices of a step as they are written, its own or those of an option set. */
function choicesOf(node: FunnelNode, i: number) {
  const { options } = data(writtenStep(node, i));
  const own = [...(node.origins[i] ?? []), "options"];
  if (typeof options !== "string") return { list: items(options), path: own };
  const sets = data(data(node.source.data).optionSets);
  return { list: items(sets[options]), path: ["optionSets", options] };
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
  // How many may be chosen is asked of who chooses, not of what was chosen before; nothing at all is another matter.
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
