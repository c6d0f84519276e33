import type { FunnelNode } from "../link/program.ts";
import { type Assignment, holdsIn } from "../prove/assignments.ts";
import { isCondition } from "../prove/conditions.ts";
import { data, items, text } from "../schema/read.ts";
import type { Condition } from "../shared/contract.ts";
import { canonical, type NamesNow } from "./canonical.ts";

/** Where steps lead, by their ids of today. */
export type Flow = ReadonlyMap<string, readonly Way[]>;

interface Way {
  readonly on: string;
  readonly to: string;
  readonly when: Condition | null;
}

/** The flow of a funnel, of before with what things are called today. */
export function flowOf({ funnel }: FunnelNode, names?: NamesNow): Flow {
  return new Map(
    funnel.steps.map(({ id, edges }) => [
      names?.steps.get(id) ?? id,
      items(canonical(edges, names)).map(wayOf),
    ]),
  );
}

function wayOf(edge: unknown): Way {
  const { on, to, when } = data(edge);
  return {
    on: text(on),
    to: text(to),
    when: isCondition(when) ? when : null,
  };
}

/** The kinds of ways out of a step. */
export function kindsOf(id: string, ...flows: readonly Flow[]): string[] {
  return [
    ...new Set(
      flows.flatMap((flow) => (flow.get(id) ?? []).map(({ on }) => on)),
    ),
  ];
}

/**
 * The next step that was there before and is there still: past those that are new or gone, or that have moved, which is said
 * of them. Null where there is no way.
 *
 * @param stays ids of the steps that count
 */
export function leadsTo(
  id: string,
  on: string,
  assignment: Assignment,
  { flow, stays }: Line,
): string | null {
  const passed = new Set<string>();
  let target = taken(flow.get(id), on, assignment);
  while (target !== null && !stays.has(target) && flow.has(target)) {
    if (passed.has(target)) return null;
    passed.add(target);
    const ways = flow.get(target) ?? [];
    const onward = ways.some((way) => way.on === "next") ? "next" : "decline";
    target = taken(ways, onward, assignment);
  }
  return target;
}

export interface Line {
  readonly flow: Flow;
  readonly stays: ReadonlySet<string>;
}

function taken(
  ways: readonly Way[] | undefined,
  on: string,
  assignment: Assignment,
): string | null {
  const way = ways?.find(
    (one) => one.on === on && holdsIn(one.when, assignment),
  );
  return way?.to ?? null;
}

/** Every condition that `leadsTo` may look at. */
export function conditionsFrom(
  id: string,
  on: string,
  { flow, stays }: Line,
): Condition[] {
  const passed = new Set<string>([id]);
  const found = (flow.get(id) ?? []).filter((way) => way.on === on);
  for (const { to } of found) {
    if (stays.has(to) || passed.has(to)) continue;
    passed.add(to);
    found.push(...(flow.get(to) ?? []));
  }
  return found.flatMap(({ when }) => when ?? []);
}
