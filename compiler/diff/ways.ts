import { isDeepStrictEqual } from "node:util";
import type { FunnelNode } from "../link/program.ts";
import { headOf } from "../link/head-of.ts";
import { type Assignment, assignmentsOf } from "../prove/assignments.ts";
import type { Change } from "./change.ts";
import { exampleFor, exampleOf, isForNobody } from "./examples.ts";
import { conditionsFrom, flowOf, kindsOf, leadsTo, type Line } from "./flow.ts";
import type { Matched } from "./match.ts";

/** A change of where a step leads, or of who comes to it. */
export type WayChange = Omit<Change, "of" | "area">;

/** Where steps lead that led elsewhere before, each with an example; who is come to no longer, and what is new. */
export function wayChanges(
  before: FunnelNode,
  after: FunnelNode,
  matched: Matched,
): WayChange[] {
  const { both, gone, fresh, names, moved } = matched;
  const stays = new Set(
    both.map((pair) => pair.after.id).filter((id) => !moved.has(id)),
  );
  const [one, other] = [
    { flow: flowOf(before, names), stays, node: before },
    { flow: flowOf(after), stays, node: after },
  ];
  return [
    ...both.flatMap((pair) => otherWays(pair.after.id, one, other)),
    ...reachChanges(before, after, matched),
    ...gone.map((step): WayChange => ({
      step: step.id,
      what: "step removed",
      before: headOf(step),
      after: null,
      way: null,
    })),
    ...fresh.map((step): WayChange => ({
      step: step.id,
      what: "new step",
      before: null,
      after: headOf(step),
      way: withAnswers(exampleOf(step.id, after)),
    })),
  ];
}

/** A way that everybody takes needs no example. */
function withAnswers(way: string | null): string | null {
  return way?.includes(" → ") === true ? way : null;
}

/** A funnel on one side of the change. */
interface Side extends Line {
  readonly node: FunnelNode;
}

function otherWays(id: string, before: Side, after: Side): WayChange[] {
  return kindsOf(id, before.flow, after.flow).flatMap((on) => {
    const conditions = [before, after].flatMap((side) =>
      conditionsFrom(id, on, side),
    );
    const cases = assignmentsOf(conditions, after.node, (question) =>
      isAskedBefore(question, id, after.node) ? "yes" : "perhaps",
    );
    if (cases === null && isSameWays(id, before, after)) return [];
    if (cases === null)
      return [
        {
          step: id,
          what: `${LEADS[on] ?? on}: too many cases to tell`,
          before: null,
          after: null,
          way: null,
        },
      ];
    const groups = new Map<string, { ends: Ends; cases: Assignment[] }>();
    for (const one of cases) {
      const ends = endsOf(id, on, one, before, after);
      if (ends === null) continue;
      const key = JSON.stringify(ends);
      const known = groups.get(key) ?? { ends, cases: [] };
      groups.set(key, { ends, cases: [...known.cases, one] });
    }
    return [...groups.values()].flatMap((group): WayChange[] => {
      const way = group.cases
        .map((one) => exampleFor(id, one, after.node))
        .find((example) => example !== null);
      // Nobody can have answered so.
      if (way === undefined) return [];
      const isEverybody = group.cases.length === cases.length;
      return [
        {
          step: id,
          what: LEADS[on] ?? on,
          before: called(group.ends.before, after.node, before.node),
          after: called(group.ends.after, after.node, before.node),
          way: isEverybody ? null : way,
        },
      ];
    });
  });
}

function isSameWays(id: string, before: Side, after: Side): boolean {
  return isDeepStrictEqual(before.flow.get(id), after.flow.get(id));
}

const LEADS: Readonly<Record<string, string | undefined>> = {
  next: "leads to",
  accept: "whoever buys comes to",
  decline: "whoever declines comes to",
  failed: "whose payment fails comes to",
};

interface Ends {
  readonly before: string | null;
  readonly after: string | null;
}

/** Where somebody comes to from a step; null where that is where they came to before. */
function endsOf(
  id: string,
  on: string,
  one: Assignment,
  before: Side,
  after: Side,
): Ends | null {
  const ends = {
    before: leadsTo(id, on, one, before),
    after: leadsTo(id, on, one, after),
  };
  if (ends.before === ends.after) return null;
  if (before.stays.has(id)) return ends;
  // What has moved leads on to other steps; only what does not lead on is told of it.
  const isOnward = (side: Side) =>
    leadsTo(id, on, one, side) === leadsTo(id, on, new Map(), side);
  return isOnward(before) && isOnward(after) ? null : ends;
}

function isAskedBefore(
  question: string,
  step: string,
  { funnel, graph }: FunnelNode,
): boolean {
  const position = (id: string) =>
    funnel.steps.findIndex((one) => one.id === id);
  const asked = position(question);
  return asked === -1 || graph.dominators[position(step)]?.has(asked) === true;
}

/** A step by its first words and its id; an address as it is. */
function called(
  target: string | null,
  after: FunnelNode,
  before: FunnelNode,
): string | null {
  const steps = [...after.funnel.steps, ...before.funnel.steps];
  const step = steps.find(({ id }) => id === target);
  return step === undefined ? target : `"${headOf(step)}" (${step.id})`;
}

/** The steps that somebody came to and nobody does now, or the other way. */
function reachChanges(
  before: FunnelNode,
  after: FunnelNode,
  { both }: Matched,
): WayChange[] {
  return both.flatMap((pair): WayChange[] => {
    const [old, now] = [
      exampleOf(pair.before.id, before),
      exampleOf(pair.after.id, after),
    ];
    if ((old === null) === (now === null)) return [];
    // Whoever has no example may come all the same.
    const isSure =
      now === null
        ? isForNobody(pair.after.id, after)
        : isForNobody(pair.before.id, before);
    if (!isSure) return [];
    return [
      {
        step: pair.after.id,
        what:
          now === null ? "nobody comes here any more" : "some come here now",
        before: null,
        after: null,
        way: withAnswers(old ?? now),
      },
    ];
  });
}
