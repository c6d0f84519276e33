import type { EdgeKind, Step } from "../../generated/contract.ts";
import { someAnswerTo } from "./answers-to.ts";
import type { Failures } from "./failures.ts";
import { verifyMove, verifyVisit } from "./verify.ts";
import { productsSold } from "./sales.ts";
import type { Scene } from "./scene.ts";
import { type Move, moveBy, newcomer, type Visit } from "./visit.ts";

/** Numbers in [0, 1) that look like chance and are the same for the same seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Walks by chance from the first step, each to its end; all visits. A third of them lean to the first answers and a third
 * to the last, so that scores come to their ends as well.
 */
export function walkByChance(
  scene: Scene,
  entry: Step,
  { seed, walks }: { readonly seed: number; readonly walks: number },
  failures: Failures,
): readonly Visit[] {
  const random = chanceOf(seed);
  const visits: Visit[] = [];
  for (let n = 0; n < walks; n += 1) {
    const leaning = leaned(random, n);
    let visit: Visit | null = newcomer(entry);
    const seen = new Set<string>();
    while (visit !== null) {
      visits.push(visit);
      failures.add(visit, verifyVisit(scene, visit));
      seen.add(visit.step.id);
      const move = someMove(scene, visit, leaning);
      if (move === null) break;
      failures.add(visit, verifyMove(scene, move));
      visit = move.to;
      if (visit === null || !seen.has(visit.step.id)) continue;
      // After a payment that was declined, the same offer may be made.
      if (move.by.on !== "failed")
        failures.add(move.from, [
          { promise: "ends", says: `leads back to "${visit.step.id}"` },
        ]);
      break;
    }
  }
  return visits;
}

/** Mostly near 0, mostly near 1, or anything, by turns. */
function leaned(random: () => number, turn: number): () => number {
  const lean = turn % 3;
  if (lean === 0) return random;
  return () => {
    const given = random();
    if (random() < 0.2) return given;
    return lean === 1 ? given * 0.01 : 1 - (1 - given) * 0.01;
  };
}

function someMove(
  scene: Scene,
  visit: Visit,
  random: () => number,
): Move | null {
  const kinds = [...new Set(visit.step.edges.map(({ on }) => on))];
  const pick = <T>(list: readonly T[]) =>
    list[Math.floor(random() * list.length)];
  const on: EdgeKind | undefined = pick(kinds);
  if (on === undefined) return null;
  if (on === "next")
    return moveBy(scene, visit, on, someAnswerTo(visit.step, random));
  const product =
    on === "accept" ? pick(productsSold(scene.funnel, visit)) : undefined;
  return moveBy(scene, visit, on, null, product);
}
