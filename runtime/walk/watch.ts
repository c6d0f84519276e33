import { leavesOf } from "../../generated/condition-leaves.ts";
import type { Funnel, Step } from "../../generated/contract.ts";
import { askedBy, conditionsShown, type ShownWhen } from "./conditions.ts";
import { explore, type Watched } from "./explore.ts";
import type { Scene } from "./scene.ts";
import { asidesOf, at, heldBack, newcomer, type Visit } from "./visit.ts";

/** All visits that differ in a score, or in what decides whether something is shown. */
export interface Watch {
  readonly visits: readonly Visit[];
  readonly whole: boolean;
}

/** Finds what was watched for a score or a condition. */
export interface Watches {
  readonly all: readonly Watch[];
  ofScore(id: string): Watch | null;
  ofCondition(shown: ShownWhen): Watch | null;
}

/** Each is walked by itself: together, the sums of all scores would be more than anybody could walk. */
const VISITS_MAX = 4_000;

/** Walks a funnel once for each score, and for each group of answers that decides what is shown. */
export function watch(scene: Scene, entry: Step): Watches {
  const found = new Map<string, Watch>();
  const wanted = new Map(
    [
      ...scene.funnel.scores.map(({ id }) => ({ answers: [], scores: [id] })),
      ...shownIn(scene.funnel).map(watchedBy),
    ].map((watched) => [nameOf(watched), watched]),
  );
  const asides = asidesOf(scene.funnel).filter(
    (step) => conditionsShown(step).length > 0,
  );
  for (const [name, watched] of wanted) {
    const most = { ...watched, most: VISITS_MAX };
    const { visits, whole } = explore(scene, [newcomer(entry)], most);
    const known = [...visits.values()];
    const opened = asides.flatMap((step) =>
      known
        .map((visit) => at(visit, step))
        .filter((visit) => heldBack(scene.funnel, visit) === null),
    );
    found.set(name, { visits: [...known, ...opened], whole });
  }
  return {
    all: [...found.values()],
    ofScore: (id) => found.get(nameOf({ answers: [], scores: [id] })) ?? null,
    ofCondition: (shown) => found.get(nameOf(watchedBy(shown))) ?? null,
  };
}

/** Every condition under which something is shown. */
export function shownIn({ steps }: Funnel): readonly ShownWhen[] {
  return steps.flatMap(conditionsShown);
}

function watchedBy({ when }: ShownWhen): Required<Watched> {
  const leaves = leavesOf(when);
  return {
    answers: askedBy(leaves, "answer"),
    scores: askedBy(leaves, "score"),
  };
}

function nameOf({ answers, scores }: Required<Watched>): string {
  return JSON.stringify([[...answers].sort(), [...scores].sort()]);
}
