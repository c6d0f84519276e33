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
import { becomeOf, type Compared, positionNow } from "./match.ts";
import type { LiveAnswer, LiveStep } from "./shape.ts";

/** What became of the answers that visitors have given to a question. */
export function answerFindings(
  { id, answer }: LiveStep,
  { before, now, node, forgotten }: Compared,
): Diagnostic[] {
  if (answer === null || forgotten.has(id)) return [];
  const gone = { question: id, forget: id };
  const i = positionNow(id, node);
  const after = now.steps[i]?.answer;
  if (after === undefined) return [goneQuestion(id, { before, now, node })];
  const at = (key: string): Span =>
    node.source.span([...(node.origins[i] ?? []), key], "value");
  if (after === null || after.kind !== answer.kind)
    return [diagnose("live/kind-changed", at("page"), gone)];
  const narrowed = narrowedBounds(answer, after);
  return [
    ...goneOptions(answer, { after, i, id }, { node, forgotten }),
    ...(narrowed === null
      ? []
      : [
          diagnose("live/bounds-narrowed", at("ask"), { ...gone, ...narrowed }),
        ]),
  ];
}

function goneQuestion(
  id: string,
  compared: Omit<Compared, "forgotten">,
): Diagnostic {
  const { node } = compared;
  const i = becomeOf(id, compared);
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
    origin && keySet(node, origin, "was", [...was, id]),
  );
}

interface Question {
  readonly after: LiveAnswer;
  /** Position of the step, and the id that it had. */
  readonly i: number;
  readonly id: string;
}

function goneOptions(
  before: LiveAnswer,
  { after, i, id }: Question,
  { node, forgotten }: Pick<Compared, "node" | "forgotten">,
): Diagnostic[] {
  if (before.options === null || after.options === null) return [];
  const { list, path } = choicesOf(node, i);
  const accepted = new Set([
    ...Object.keys(after.options),
    ...list.flatMap((option) => items(data(option).was)),
  ]);
  const values = Object.keys(before.options);
  const gone = values.filter((value) => !accepted.has(value));
  const fresh = list.flatMap((option, n) =>
    Object.hasOwn(before.options ?? {}, optionValue(option)) ? [] : [n],
  );
  return gone
    .filter((value) => !forgotten.has(`${id}/${value}`))
    .map((value) => {
      // In the same place stands the same choice in other words; so does the only one that is new.
      const same = values.indexOf(value);
      const n = fresh.includes(same)
        ? same
        : gone.length === 1 && fresh.length === 1
          ? fresh[0]
          : undefined;
      const place = n === undefined ? path : [...path, n];
      const became = n === undefined ? undefined : list[n];
      return diagnose(
        "live/option-gone",
        node.source.span(place, "value"),
        {
          question: id,
          value,
          label: before.options?.[value] ?? value,
          became:
            became === undefined
              ? null
              : text(became) || text(data(became).label),
          forget: `${id}/${value}`,
        },
        [],
        became === undefined ? undefined : keySet(node, place, "value", value),
      );
    });
}

/** A fix that somebody should look at. */
function keySet(
  { source }: FunnelNode,
  path: Path,
  key: string,
  value: string | readonly string[],
): Fix {
  const change = {
    kind: "set-key",
    file: source.file,
    path,
    key,
    value,
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

/** Null where all that could be answered can still be. */
function narrowedBounds(
  before: LiveAnswer,
  after: LiveAnswer,
): { readonly before: string; readonly now: string } | null {
  // How many may be chosen is asked of who chooses, not of what was chosen before; nothing at all is another matter.
  if (before.kind === "several")
    return before.min === 0 && (after.min ?? 0) > 0
      ? { before: range(before), now: range(after) }
      : null;
  const low = (after.min ?? -Infinity) > (before.min ?? -Infinity);
  const high = (after.max ?? Infinity) < (before.max ?? Infinity);
  return low || high ? { before: range(before), now: range(after) } : null;
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
