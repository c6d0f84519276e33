import type { Basis, Score, ValueName } from "../shared/contract.ts";
import type { Traits } from "../schema/traits.ts";
import { data, items, text, type Data } from "../schema/read.ts";
import type { FlowGraph } from "./graph.ts";
import { contactFields, valuesLeft } from "./needs.ts";
import type { RawStep } from "./raw-steps.ts";
import type { Shapes } from "./scope.ts";
import type { LinkedStep } from "./step.ts";
import { holdsVariable } from "./text.ts";

interface BasisContext {
  readonly steps: readonly RawStep[];
  readonly graph: FlowGraph;
  readonly scores: readonly Score[];
  readonly shapes: Shapes;
}

/**
 * What each step is made of, worked out from the flow: null where it shows the same to everybody. Whoever comes by the
 * flow has given all of it.
 */
export function basesOf(
  linked: readonly LinkedStep[],
  context: BasisContext,
): (Basis | null)[] {
  const { steps, shapes } = context;
  const { traits } = shapes.language;
  const left = valuesLeft(steps, shapes);
  return steps.map((raw, i) => {
    const own = linked[i];
    if (own === undefined) return null;
    const all = sectionsOf(own.step.props);
    const shown = [...all, ...sectionsOf(data(own.step.variant?.props))];
    const ofSections = shown.flatMap(({ madeOf }) =>
      items(madeOf).filter(isName),
    );
    const names = [...new Set([...own.values, ...ofSections])];
    const lists = names.map(
      (name) => [name, listsOf(name, i, left, context)] as const,
    );
    const needed = new Set(
      lists.flatMap(([name, list]) => (list.length > 0 ? [name] : [])),
    );
    if (needed.size === 0) return null;
    const values = lists.filter(
      ([name, list]) => !isSame(list, usualLists(name, context.scores)),
    );
    // A report whose charts are missing is no report; an offer whose aside is missing is one.
    const whole = raw.flow === "forward" ? ofSections : [];
    const page = new Set([...own.values, ...whole]);
    const { keeps, heading } = raw.traits.unanswered;
    const stays = raw.flow === "offer" ? [] : staying(all, traits);
    return {
      page: [...page].filter((name) => needed.has(name)),
      ...(values.length > 0 && { values: Object.fromEntries(values) }),
      ...(own.words !== null && { words: own.words }),
      ...(stays.length > 0 && !keeps && { stays }),
      ...(keeps && {
        instead: insteadOf(
          own.step.props,
          own.words?.heading ?? heading,
          traits,
        ),
      }),
    };
  });
}

/**
 * What stands behind a value, as lists of which something has been given: what every visitor has given who comes here
 * by the flow; where that is nothing, any of it, or what all of them have told last.
 */
function listsOf(
  name: ValueName,
  at: number,
  left: ReturnType<typeof valuesLeft>,
  { steps, graph, scores, shapes }: BasisContext,
): ValueName[][] {
  const always = graph.dominators[at];
  const wanted = usualLists(name, scores)
    .flat()
    .map((want) => ({
      want,
      by: (left.get(want) ?? []).filter((n) => n !== at),
    }))
    .filter(({ by }) => by.length > 0);
  const sure = wanted.filter(({ by }) => by.some((n) => always?.has(n)));
  if (sure.length > 0) return sure.map(({ want }) => [want]);
  const before = [...(always ?? [])].filter((n) => n !== at);
  const last = lastTold(before, steps, shapes);
  // Some visitors come here without having told anything: the words are theirs as well.
  if (last === null && graph.reachable.has(at)) return [];
  const any = [...wanted.map(({ want }) => want), ...(last ?? [])];
  return any.length === 0 ? [] : [[...new Set(any)]];
}

/** What the last of these steps is told that is told anything; null where none is. */
function lastTold(
  before: readonly number[],
  steps: readonly RawStep[],
  { language }: Shapes,
): ValueName[] | null {
  const told = before
    .toSorted((a, b) => b - a)
    .flatMap((n) => steps[n] ?? [])
    .map((step): ValueName[] => {
      const { answer, contact } = step.traits;
      if (answer !== null) return [`answer.${step.id}`];
      if (contact === null) return [];
      return contactFields(step, contact, language).map(
        (field): ValueName => `contact.${field}`,
      );
    });
  return told.find((names) => names.length > 0) ?? null;
}

/** A value is made of itself, a score of the answers that add to it. */
function usualLists(name: ValueName, scores: readonly Score[]): ValueName[][] {
  const [kind, id] = partsOf(name);
  if (kind !== "score") return [[name]];
  const score = scores.find((candidate) => candidate.id === id);
  return Object.keys(score?.items ?? {}).map((step) => [`answer.${step}`]);
}

function partsOf(
  name: ValueName,
): readonly ["answer" | "contact" | "score", string] {
  const id = name.slice(name.indexOf(".") + 1);
  if (name.startsWith("answer.")) return ["answer", id];
  return [name.startsWith("contact.") ? "contact" : "score", id];
}

function isName(value: unknown): value is ValueName {
  return typeof value === "string" && /^(answer|contact|score)\./.test(value);
}

function isSame(
  one: readonly (readonly string[])[],
  other: readonly (readonly string[])[],
): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Positions of the sections that need no answer, and sell nothing. */
function staying(sections: readonly Data[], traits: Traits): number[] {
  return sections.flatMap((item, i) => {
    const own = traits.sections[text(item.section)];
    const sells = own?.asks !== null || own.clock;
    return item.madeOf === undefined && !sells ? [i] : [];
  });
}

/** The properties of a page that is shown without what answers would have made. */
function insteadOf(
  props: Data,
  heading: LinkedStep["step"]["title"],
  traits: Traits,
): NonNullable<Basis["instead"]> {
  const all = sectionsOf(props);
  const stays = new Set(staying(all, traits));
  return {
    ...Object.fromEntries(
      Object.entries(props).filter(([, value]) => !holdsVariable(value)),
    ),
    heading,
    ...(props.sections === undefined
      ? {}
      : { sections: all.filter((_, i) => stays.has(i)) }),
  };
}

function sectionsOf({ sections }: Data): Data[] {
  return items(sections).map(data);
}
