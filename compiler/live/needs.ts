import {
  diagnose,
  onePerPlace,
  type Diagnostic,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode, Use } from "../link/program.ts";
import type { ValueName } from "../shared/contract.ts";
import { answerFindings, keepsAnswers } from "./answers.ts";
import { becomeOf, type Compared, positionNow } from "./match.ts";
import type { LiveStep } from "./shape.ts";

/** The first step, for each value, whose visitors are sent back to give it. */
export function newNeeds(compared: Compared): Diagnostic[] {
  const { now, node } = compared;
  // What is only called otherwise has a finding of its own.
  const told = new Set(renamed(compared, new Set()));
  return now.steps.flatMap((step, i) => {
    const earlier = earlierOf(i, compared);
    if (earlier === undefined || (step.late && earlier.late)) return [];
    const known = givenAt(earlier, compared, () => true);
    const fresh = step.needs.filter(
      (name) => !known.has(name) && !told.has(name),
    );
    for (const name of fresh) told.add(name);
    if (fresh.length === 0) return [];
    const at = node.source.span(node.origins[i] ?? [], "value");
    const values = fresh.map(spoken);
    return [diagnose("live/need-new", at, { step: step.id, values })];
  });
}

/**
 * Texts at or behind an offer with something that visitors may not have given who are let through, because they came to an
 * offer of the earlier build. What a section shows counts for nothing: it is left out as a whole.
 */
export function noFallbacks(compared: Compared): Diagnostic[] {
  const { now, node, forgotten } = compared;
  const otherwise = new Set(renamed(compared, forgotten));
  const index = new Map(now.steps.map(({ id }, i) => [id, i]));
  const found = node.uses.flatMap((use) => {
    const i = index.get(use.step) ?? -1;
    const name: ValueName = `${use.kind}.${use.id}`;
    const isHole =
      use.required &&
      use.written !== "" &&
      now.steps[i]?.late === true &&
      !use.inSection &&
      !otherwise.has(name) &&
      someoneLacks(name, i, compared);
    if (!isHole) return [];
    const at = narrow(node.source, use.path, use.written);
    const { step, written } = use;
    return [
      diagnose(
        "live/no-fallback",
        at,
        { step, written },
        [],
        fallback(use, node),
      ),
    ];
  });
  return onePerPlace(found);
}

/** Whether somebody who stood at or behind an offer before comes to a step without having given a value. */
function someoneLacks(
  name: ValueName,
  target: number,
  compared: Compared,
): boolean {
  const { now, node } = compared;
  const gives = (i: number) => {
    const step = now.steps[i];
    return step !== undefined && valuesOf(step).includes(name);
  };
  // Backwards over what is late, as far as nobody is asked for it.
  const seen = new Set([target]);
  for (const i of seen)
    now.steps.forEach((step, from) => {
      const leadsHere = node.graph.successors[from]?.includes(i) === true;
      if (leadsHere && step.late && !gives(from)) seen.add(from);
    });
  // Of answers that fit no longer something is said, unless they are given up on purpose.
  const counts = (step: LiveStep) =>
    keepsAnswers(step, compared) || answerFindings(step, compared).length > 0;
  return [...seen].some((i) => {
    const earlier = earlierOf(i, compared);
    return (
      earlier?.late === true && !givenAt(earlier, compared, counts).has(name)
    );
  });
}

/** The step of before that a step of now was. */
function earlierOf(
  i: number,
  { before, node }: Compared,
): LiveStep | undefined {
  return before.steps.find(({ id }) => positionNow(id, node) === i);
}

/** What everybody has given who stood at a step of the earlier build, by its names of now. */
function givenAt(
  step: LiveStep,
  { before, now, node }: Compared,
  counts: (question: LiveStep) => boolean,
): ReadonlySet<ValueName> {
  const given = chainTo(step, before.steps)
    .filter((one) => one.answer === null || counts(one))
    .flatMap((one) => {
      const { id = one.id } = now.steps[positionNow(one.id, node)] ?? {};
      return valuesOf({ ...one, id });
    });
  return new Set(given);
}

function valuesOf({ id, answer, contact = [] }: LiveStep): ValueName[] {
  return [
    ...(answer === null ? [] : [`answer.${id}` as const]),
    ...contact.map((field) => `contact.${field}` as const),
  ];
}

/** The steps that everybody came by before a step. */
function chainTo({ behind }: LiveStep, steps: readonly LiveStep[]): LiveStep[] {
  const step = behind === null ? undefined : steps[behind];
  return step === undefined ? [] : [step, ...chainTo(step, steps)];
}

/** The questions of now that ones which are gone have most likely become, but for those that are given up. */
function renamed(
  compared: Compared,
  forgotten: ReadonlySet<string>,
): ValueName[] {
  const { before, now, node } = compared;
  return before.steps
    .filter(
      ({ id, answer }) =>
        answer !== null && !forgotten.has(id) && positionNow(id, node) === -1,
    )
    .flatMap(({ id }): ValueName[] => {
      const became = now.steps[becomeOf(id, compared)]?.id;
      return became === undefined ? [] : [`answer.${became}`];
    });
}

/** A value as messages call it. */
function spoken(name: ValueName): string {
  const id = name.slice(name.indexOf(".") + 1);
  return name.startsWith("contact.") ? `the field "${id}"` : `"${id}"`;
}

/** Words in place of what is missing, for somebody to look at. */
function fallback({ path, written, id }: Use, { source }: FunnelNode): Fix {
  const words = id === "name" ? "friend" : `your ${id.replaceAll("-", " ")}`;
  const change = {
    kind: "replace",
    at: narrow(source, path, written),
    from: written,
    to: written.replace(/\s*\}\}$/, ` | ${words} }}`),
  } as const;
  return { kind: "suggested", changes: [change] };
}
