/** What became of the choices that visitors have made. */
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { optionValue } from "../link/options.ts";
import type { FunnelNode } from "../link/program.ts";
import { writtenStep } from "../rules/step-span.ts";
import { data, items, text } from "../schema/read.ts";
import { forgetting, keySet } from "./fixes.ts";
import { type Compared, positionNow } from "./match.ts";
import type { LiveAnswer, LiveStep } from "./shape.ts";

interface Question {
  readonly after: LiveAnswer;
  /** Position of the step, and the id that it had. */
  readonly i: number;
  readonly id: string;
}

/** JavaScript puts keys of digits before all others: where one of these stood is not known. */
const DIGITS = /^\d+$/;

/** A stored value that is no choice any more, and the position of the choice that it became. */
interface GoneValue {
  readonly value: string;
  readonly label: string;
  readonly at: number | undefined;
  /** The key that says so at the choice. */
  readonly cure: "value" | "was";
}

/** What is said of stored choices that there are not any more. */
export function goneOptions(
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
      const losesDanger =
        before.dangers?.includes(value) === true &&
        (became === undefined ||
          after.dangers?.includes(optionValue(became)) !== true);
      return diagnose(
        "live/option-gone",
        node.source.span(place, "value"),
        {
          question: id,
          value,
          label,
          became: became === undefined ? null : wordsOf(became, after),
          cure,
          losesDanger,
          forget,
        },
        [],
        // Whoever was in danger is asked again rather than taken for safe.
        became === undefined || losesDanger
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
  const isOrdered = !values.some((value) => DIGITS.test(value));
  const gone = values.filter(isGone);
  const fresh = list.flatMap((option, n) =>
    Object.hasOwn(labels, optionValue(option)) ? [] : [n],
  );
  const worded = new Map(fresh.map((n) => [wordsOf(list[n], after), n]));
  const kept = new Set(gone.map((value) => worded.get(labels[value] ?? "")));
  const others = fresh.filter((n) => !kept.has(n));
  const ofBefore = gone.map((value): GoneValue => {
    const label = labels[value] ?? value;
    // In the same place stands the same choice in other words; so does the only one that is new.
    const same = isOrdered ? values.indexOf(value) : -1;
    const at =
      worded.get(label) ??
      (others.includes(same)
        ? same
        : gone.length === 1 && others.length === 1
          ? others[0]
          : undefined);
    // Conditions name the value that it has been given.
    const isNamed = at !== undefined && data(list[at]).value !== undefined;
    return { value, label, at, cure: isNamed ? "was" : "value" };
  });
  const ofEarlier = Object.entries(was)
    .filter(([old]) => isGone(old))
    .map(([old, value]): GoneValue => {
      const same = positionOf(value, list);
      const at =
        same === -1 ? ofBefore.find((one) => one.value === value)?.at : same;
      return { value: old, label: labels[value] ?? value, at, cure: "was" };
    });
  return [...ofBefore, ...ofEarlier];
}

/** Choices by which somebody was in danger, and is taken for safe now. */
export function dangersGone(
  { id, answer }: LiveStep,
  { now, node, forgotten }: Compared,
): Diagnostic[] {
  const i = positionNow(id, node);
  const after = now.steps[i]?.answer;
  if (answer === null || after?.kind !== answer.kind || forgotten.has(id))
    return [];
  const { list, path } = choicesOf(node, i);
  return (answer.dangers ?? []).flatMap((value) => {
    const at = positionOf(value, list);
    // Of a choice that is gone, something is said already.
    if (at === -1 || after.dangers?.includes(optionValue(list[at])) === true)
      return [];
    const label = answer.options?.[value] ?? value;
    const span = node.source.span([...path, at], "value");
    const isRenamed = optionValue(list[at]) !== value;
    const words = { question: id, value, label, isRenamed };
    const forget = `${id}/${value}`;
    return [diagnose("live/danger-gone", span, { ...words, forget })];
  });
}

/** The position of the choice that has a stored value, or had it; -1 when it is gone. */
function positionOf(value: string, list: readonly unknown[]): number {
  const same = list.findIndex((option) => optionValue(option) === value);
  return same === -1
    ? list.findIndex((option) => items(data(option).was).includes(value))
    : same;
}

/** What visitors read of a choice. */
function wordsOf(option: unknown, { options }: LiveAnswer): string {
  return options?.[optionValue(option)] ?? "";
}

/** The choices of a step as they are written, its own or those of an option set. */
function choicesOf(node: FunnelNode, i: number) {
  const { options } = data(writtenStep(node, i));
  const own = [...(node.origins[i] ?? []), "options"];
  if (typeof options !== "string") return { list: items(options), path: own };
  const sets = data(data(node.source.data).optionSets);
  return { list: items(sets[options]), path: ["optionSets", options] };
}
