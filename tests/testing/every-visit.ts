import type { Funnel } from "../../generated/contract.ts";
import type { FunnelNode } from "../../compiler/link/program.ts";
import {
  entryOf,
  movesFrom,
  newcomer,
  type Visit,
} from "../../runtime/walk/visit.ts";
import { walkable } from "./follow.ts";

/** Every visit there is to the steps of a funnel, by all that was answered, told and bought before. */
export function everyVisit(funnel: Funnel): Visit[] {
  const entry = entryOf(funnel);
  if (entry === null) throw new Error("there is no first step");
  const seen = new Map<string, Visit>();
  const ground = walkable(funnel);
  const open: Visit[] = [newcomer(entry)];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { step, answers, contact, bought } = visit;
    const key = JSON.stringify([step.id, answers, contact, bought]);
    if (seen.has(key)) continue;
    seen.set(key, visit);
    for (const { to } of movesFrom(ground, visit))
      if (to !== null) open.push(to);
  }
  return [...seen.values()];
}

/** Names of made-up content are not those of the shipped one, which the runtime's types know; its form is the same. */
export function asShipped({ funnel }: FunnelNode): Funnel {
  const same: Funnel = JSON.parse(JSON.stringify(funnel));
  return same;
}
