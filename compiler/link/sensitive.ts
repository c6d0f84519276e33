import type {
  Condition,
  Edge,
  Inline,
  Score,
  Sensitivity,
  Step,
  Text,
} from "../shared/contract.ts";
import { NEUTRAL_NAME } from "../shared/address.ts";
import { isHidden } from "../shared/privacy.ts";
import { data } from "../schema/read.ts";
import { optionValue } from "./options.ts";
import type { RawStep } from "./raw-steps.ts";
import type { DangerousAnswer, SensitiveAnswers } from "./program.ts";
import type { StepUsage } from "./step-usage.ts";

/** What the content marks with `sensitive`, on a question or on some of its choices. */
export function sensitiveAnswers(
  steps: readonly RawStep[],
  scores: readonly Score[],
): SensitiveAnswers {
  const answers = new Map<string, ReadonlySet<string> | "all">();
  for (const step of steps) {
    if (step.traits.answer === null) continue;
    const marked = (step.choices?.list ?? []).filter(
      (choice) => isMarked(choice) || isDangerous(choice),
    );
    if (isMarked(step.raw)) answers.set(step.id, "all");
    else if (marked.length > 0)
      answers.set(step.id, new Set(marked.map(optionValue)));
  }
  const told = scores.filter(({ items }) =>
    Object.keys(items).some((id) => answers.has(id)),
  );
  return { answers, scores: new Set(told.map(({ id }) => id)) };
}

function isMarked(written: unknown): boolean {
  return data(written).sensitive === true;
}

function isDangerous(written: unknown): boolean {
  return data(written).danger === true;
}

/** The choices that the content marks with `danger`. */
export function dangerousAnswers(
  steps: readonly RawStep[],
): readonly DangerousAnswer[] {
  return steps.flatMap(({ id, choices, traits }) =>
    (choices?.list ?? []).flatMap((choice, i) =>
      isDangerous(choice)
        ? {
            step: id,
            value: optionValue(choice),
            isOneOfSeveral: traits.answer?.kind === "several",
            path: [...(choices?.path ?? []), i, "danger"],
          }
        : [],
    ),
  );
}

/** Whether who knows that the condition holds, or does not, knows something of a sensitive answer. */
export function readsSensitive(
  condition: Condition | null,
  known: SensitiveAnswers,
): boolean {
  if (condition === null) return false;
  switch (condition.kind) {
    case "all":
    case "any":
      return condition.of.some((one) => readsSensitive(one, known));
    case "not":
      return readsSensitive(condition.of, known);
    case "answer": {
      const values = known.answers.get(condition.step);
      return values === "all" || condition.in.some((one) => values?.has(one));
    }
    case "range":
      return condition.of === "answer"
        ? known.answers.has(condition.id)
        : known.scores.has(condition.id);
    case "band":
      return known.scores.has(condition.score);
  }
}

interface Ways {
  readonly edges: readonly (readonly Edge[])[];
  readonly usages: readonly StepUsage[];
  /** Positions of the steps that visitors come to from outside. */
  readonly entrances: ReadonlySet<number>;
}

/** The steps by position, and the ways between them. */
interface Flow {
  readonly known: SensitiveAnswers;
  readonly edges: readonly (readonly Edge[])[];
  /** `to[i][n]` is the position that edge `n` of step `i` leads to. */
  readonly to: readonly (readonly number[])[];
}

/** How sensitive each step is, in their order. */
export function sensitivities(
  steps: readonly RawStep[],
  known: SensitiveAnswers,
  { edges, usages, entrances }: Ways,
): Sensitivity[] {
  if (known.answers.size === 0 && !steps.some(({ raw }) => isMarked(raw)))
    return steps.map(() => "no");
  const flow = { known, edges, to: targetsOf(steps, edges) };
  const told = shownBecause(flow, entrances);
  const between = betweenForks(flow, told);
  return steps.map((step, i) => {
    if (told.has(i)) return joinsAgain(i, flow, told) ? "whole" : "last";
    const asks = isMarked(step.raw) || known.answers.has(step.id);
    if (asks || between.has(i)) return "whole";
    const usage = usages[i];
    return usage !== undefined && shows(usage, known) ? "part" : "no";
  });
}

function targetsOf(
  steps: readonly Pick<RawStep, "id">[],
  edges: Ways["edges"],
): number[][] {
  const index = new Map(steps.map(({ id }, i) => [id, i]));
  return edges.map((own) => own.map(({ to }) => index.get(to) ?? -1));
}

/** The steps that nobody sees but because of a sensitive answer: each way in reads one, or comes from such a step. */
function shownBecause(
  { known, edges, to }: Flow,
  entrances: ReadonlySet<number>,
): Set<number> {
  const waysIn: { from: number; reveals: boolean }[][] = to.map(() => []);
  to.forEach((targets, from) => {
    targets.forEach((target, n) => {
      const reveals = readsSensitive(edges[from]?.[n]?.when ?? null, known);
      waysIn[target]?.push({ from, reveals });
    });
  });
  const told = new Set<number>();
  for (let before = -1; before < told.size;) {
    before = told.size;
    waysIn.forEach((ways, i) => {
      const outside = i === 0 || entrances.has(i) || ways.length === 0;
      if (
        !outside &&
        ways.every(({ from, reveals }) => reveals || told.has(from))
      )
        told.add(i);
    });
  }
  return told;
}

/**
 * Whether visitors go on from step `i`, which tells an answer, as those who never saw it do. Where they do not, what
 * comes next tells the answer as well.
 */
function joinsAgain(
  i: number,
  { to }: Flow,
  told: ReadonlySet<number>,
): boolean {
  const group = new Set([i]);
  const leads = (from: number, target: number) =>
    to[from]?.includes(target) ?? false;
  // A set may grow while it is gone through: all told steps in front of this one and behind it.
  for (const one of group)
    for (const other of told)
      if (leads(one, other) || leads(other, one)) group.add(other);
  const goesTo = [...group].flatMap((n) => to[n] ?? []);
  const joins = goesTo.filter((n) => !told.has(n));
  const before = to.flatMap((targets, n) =>
    !told.has(n) && targets.some((target) => group.has(target)) ? [n] : [],
  );
  return (
    joins.length > 0 &&
    before.every((n) => joins.every((target) => leads(n, target)))
  );
}

/** The steps that some visitors see and others do not, where a sensitive answer decides on the way and both ways join. */
function betweenForks(
  { known, edges, to }: Flow,
  told: ReadonlySet<number>,
): Set<number> {
  const behind = (i: number) => {
    const seen = new Set([i]);
    for (const one of seen) for (const next of to[one] ?? []) seen.add(next);
    return seen;
  };
  const between = new Set<number>();
  edges.forEach((own, i) => {
    if (!own.some(({ when }) => readsSensitive(when, known))) return;
    const targets = new Set(to[i]?.filter((n) => !told.has(n)));
    const ways = [...targets].map(behind);
    for (const way of ways)
      for (const n of way)
        if (!ways.every((other) => other.has(n))) between.add(n);
  });
  return between;
}

function shows({ uses, conditions }: StepUsage, known: SensitiveAnswers) {
  return (
    conditions.some((one) => readsSensitive(one, known)) ||
    uses.some(({ kind, id }) =>
      kind === "score" ? known.scores.has(id) : known.answers.has(id),
    )
  );
}

/**
 * What others may come to know of a step: its address and its head, without a word that would tell an answer.
 * `question` is its position among the questions; null for a page.
 */
export function discreet(
  step: Step,
  question: number | null,
  { sensitive, title, known }: Discretion,
): Pick<Step, "path" | "title" | "description" | "sensitive"> {
  const { path } = step;
  if (isHidden(sensitive))
    return {
      // The first question's is the same for everybody; a page's is as it is written.
      path: question ? `${question + 1}-${NEUTRAL_NAME}` : path,
      title,
      description: null,
      sensitive,
    };
  return {
    path,
    title: namesSensitive(step.title, known) ? title : step.title,
    description: namesSensitive(step.description, known)
      ? null
      : step.description,
    sensitive,
  };
}

interface Discretion {
  readonly sensitive: Sensitivity;
  /** The funnel's title. */
  readonly title: Text;
  readonly known: SensitiveAnswers;
}

/** Whether a text would tell a sensitive answer to whoever reads it. */
export function namesSensitive(
  text: Text | null,
  known: SensitiveAnswers,
): boolean {
  return Array.isArray(text) && text.some((part) => names(part, known));
}

function names(part: Inline, known: SensitiveAnswers): boolean {
  if (typeof part === "string" || part.kind === "break") return false;
  if (part.kind !== "variable") return namesSensitive(part.children, known);
  const [family, score = ""] = part.name.split(".");
  return (
    known.answers.has(part.name) ||
    ((family === "score" || family === "band") && known.scores.has(score))
  );
}
