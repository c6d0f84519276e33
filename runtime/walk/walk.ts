/** The folder `walk` holds walks through a funnel in memory, and the promises that have to hold on them. */
import type { Funnel, Step } from "../../generated/contract.ts";
import type { WalkReport, WalkRequest } from "../../generated/walk-contract.ts";
import type { Consent } from "../core/consent.ts";
import { CONSENT_KEY, CONSENT_VERSION } from "../core/storage-keys.ts";
import { coverageOf, without } from "./coverage.ts";
import { conditionsShown } from "./conditions.ts";
import { watch } from "./watch.ts";
import { circles, explore } from "./explore.ts";
import { type Failures, failures } from "./failures.ts";
import { verifyMove, verifyVisit } from "./verify.ts";
import { walkByChance } from "./random.ts";
import { coveringRoutes } from "./routes.ts";
import { groundOf, type Scene } from "./scene.ts";
import {
  asidesOf,
  at,
  entryOf,
  heldBack,
  movesFrom,
  newcomer,
  settled,
  type Visit,
} from "./visit.ts";

export const declined: Readonly<Record<string, string>> = {
  [CONSENT_KEY]: JSON.stringify({
    v: CONSENT_VERSION,
    at: "2026-01-01T00:00:00.000Z",
    purposes: [],
  } satisfies Consent),
};

/**
 * Walks every way through a funnel that can make a difference, and some by chance, by the functions that the pages go
 * by; says which promises it does not keep.
 */
export function walk(request: WalkRequest): WalkReport {
  const scene = groundOf(request);
  const { funnel } = scene;
  const entry = entryOf(funnel);
  if (entry === null) throw new Error(`${funnel.id} has no first step`);
  const found = failures();
  const main = explore(scene, [newcomer(entry)]);
  const known = [...main.visits.values()];
  for (const visit of known) found.add(visit, verifyVisit(scene, visit));
  for (const move of main.moves) found.add(move.from, verifyMove(scene, move));
  verifyGuards(scene, known, found);
  const starts = openedDirectly(funnel, known);
  const direct = explore(scene, starts);
  for (const move of direct.moves)
    if (move.to === null) found.add(move.from, verifyMove(scene, move));
  for (const visit of [...circles(main), ...circles(direct)])
    found.add(visit, [{ promise: "ends", says: "goes round for ever" }]);
  if (![...main.visits.values()].some(({ step }) => step.edges.length === 0))
    found.add(newcomer(entry), [
      { promise: "ends", says: "no way comes to an end" },
    ]);
  if (!main.whole) throw new Error(`${funnel.id} has too many ways to walk`);
  const watches = watch(scene, entry);
  for (const { visits } of watches.all)
    for (const visit of visits)
      if (conditionsShown(visit.step).length > 0)
        found.add(visit, verifyVisit(scene, visit));
  const byChance = walkByChance(scene, entry, request.random, found);
  const visits = [...known, ...direct.visits.values()];
  const moves = [...main.moves, ...direct.moves];
  return {
    failures: found.list(),
    coverage: coverageOf(scene, { visits, moves, watches, byChance }),
    routes: coveringRoutes({ moves, keyOf: main.keyOf }, [
      newcomer(entry),
      ...starts,
    ]),
    visits: visits.length,
    byChance: byChance.length,
  };
}

/** A landing page is opened by somebody new, another offer by somebody who has told what it asks for. */
function openedDirectly(
  funnel: Funnel,
  known: readonly Visit[],
): readonly Visit[] {
  return asidesOf(funnel).flatMap((step) => {
    const visit = newcomer(step);
    const isOpen = heldBack(funnel, visit) === null;
    const able = known
      .map((one) => at(one, step))
      .filter((one) => heldBack(funnel, one) === null);
    return [...(isOpen ? [visit] : []), ...able.slice(0, 1)];
  });
}

/** Whoever lacks something is sent to a page that asks for it, and may come back from there. */
function verifyGuards(
  scene: Scene,
  known: readonly Visit[],
  found: Failures,
): void {
  const { funnel } = scene;
  const guarded = new Map(
    known
      .filter(({ step }) => step.guards.includes("prerequisites"))
      .map((visit) => [visit.step.id, visit]),
  );
  for (const visit of guarded.values())
    for (const { id, from } of visit.step.needs) {
      const lacking = without(visit, id);
      const sent: string | null = heldBack(funnel, lacking);
      const asked = settled(funnel, lacking);
      const helps = leadsBack(scene, asked, visit.step);
      if (sent !== from || !helps)
        found.add(visit, [
          {
            promise: "guards",
            says: `who has not told "${id}" is sent to "${sent ?? "nobody"}", which does not help`,
          },
        ]);
    }
}

/** Whether some way out of a visit lets its visitor through to a step. */
function leadsBack(scene: Scene, visit: Visit, step: Step): boolean {
  return movesFrom(scene, visit)
    .flatMap(({ to }) => (to === null ? [] : at(to, step)))
    .some((after) => heldBack(scene.funnel, after) === null);
}
