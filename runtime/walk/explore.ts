import type { Funnel, Step } from "../../generated/contract.ts";
import { stepById } from "../core/flow.ts";
import type { Answer } from "../core/answers.ts";
import { own } from "../core/read.ts";
import { sumOf } from "../core/score.ts";
import type { Ground } from "./scene.ts";
import { askedBy, leavesOfWays } from "./conditions.ts";
import { type Move, movesFrom, settled, type Visit } from "./visit.ts";

export interface Explored {
  /** By what can still make a difference for them; each by the shortest way there. */
  readonly visits: ReadonlyMap<string, Visit>;
  readonly moves: readonly Move[];
  readonly keyOf: (visit: Visit) => string;
  /** False where it ended before everything was walked. */
  readonly whole: boolean;
}

/** What visits are told apart by beside what the ways ask for, by id. */
export interface Watched {
  readonly answers?: readonly string[];
  readonly scores?: readonly string[];
}

/** A funnel of today has a few thousand. */
const VISITS_MAX = 200_000;

/** Walks on from some visits, the shortest ways first, until nothing new is found. */
export function explore(
  ground: Ground,
  starts: readonly Visit[],
  { most = VISITS_MAX, ...watched }: Watched & { most?: number } = {},
): Explored {
  const keyOf = keys(ground, watched);
  const visits = new Map<string, Visit>();
  const moves: Move[] = [];
  const arrive = (visit: Visit) => {
    const key = keyOf(visit);
    if (visits.has(key)) return;
    visits.set(key, visit);
  };
  for (const start of starts) arrive(settled(ground.funnel, start));
  // The map grows while it is gone through.
  for (const [, from] of visits) {
    if (visits.size > most) break;
    for (const move of movesFrom(ground, from)) {
      moves.push(move);
      if (move.to !== null) arrive(move.to);
    }
  }
  return { visits, moves, keyOf, whole: visits.size <= most };
}

/**
 * Tells visits apart by what can still make a difference: the answers, scores and needs that steps ahead ask for, and
 * where there are offers ahead, what was bought. Two visits with one key have the same ways before them.
 */
function keys(ground: Ground, watched: Watched): (visit: Visit) => string {
  const { funnel } = ground;
  const ahead = new Map<string, ReturnType<typeof askedFor>>();
  return (visit) => {
    const { step, answers, contact } = visit;
    const asked = ahead.get(step.id) ?? askedFor(ground, step, watched);
    ahead.set(step.id, asked);
    // Put together by hand: every way out of every visit asks for one.
    let key: string = step.id;
    for (const id of asked.answers) key += textOf(own(answers, id));
    // Within its bounds, a score would be its least for whatever is answered first.
    for (const score of funnel.scores)
      if (asked.scores.includes(score.id)) key += `|${sumOf(score, answers)}`;
    for (const { isAnswer, id } of asked.needs)
      key += own<unknown>(isAnswer ? answers : contact, id) === undefined;
    if (!asked.sells) return key;
    const bought = visit.bought.filter((code) => asked.products.has(code));
    return `${key}|${visit.offered}|${visit.bought.length > 0}|${bought.join()}|${ground.isInDanger(visit)}`;
  };
}

/** Of an answer; a text with its length, so that none looks like two. */
function textOf(answer: Answer | undefined): string {
  return typeof answer === "string"
    ? `|${answer.length}:${answer}`
    : `|${JSON.stringify(answer)}`;
}

/** A step and all that any of its ways comes to, whatever their conditions say. */
function stepsFrom(funnel: Funnel, step: Step): readonly Step[] {
  const found = new Set([step]);
  for (const each of found)
    for (const { to } of each.edges) {
      const next = stepById(funnel, to);
      if (next !== null) found.add(next);
    }
  return [...found];
}

function askedFor(ground: Ground, step: Step, watched: Watched) {
  const steps = stepsFrom(ground.funnel, step);
  const leaves = steps.flatMap(leavesOfWays);
  const offers = steps.filter((one) => ground.saleAt(one) !== null);
  return {
    answers: [
      ...new Set([...askedBy(leaves, "answer"), ...(watched.answers ?? [])]),
    ],
    scores: [
      ...new Set([...askedBy(leaves, "score"), ...(watched.scores ?? [])]),
    ],
    needs: needsOf(steps),
    sells: offers.length > 0,
    products: new Set(offers.flatMap(ground.productsOf)),
  };
}

function needsOf(steps: readonly Step[]) {
  const all = steps.flatMap(({ needs, basis }) => [
    ...needs.map(({ kind, id }) => `${kind}.${id}`),
    ...Object.values(basis?.values ?? {}).flat(2),
  ]);
  return [...new Set(all)].map((name) => ({
    isAnswer: name.startsWith("answer."),
    id: name.slice(name.indexOf(".") + 1),
  }));
}

/** Steps at which somebody can go round for ever; a declined payment may lead back to its offer. */
export function circles({ visits, moves, keyOf }: Explored): readonly Visit[] {
  const ahead = new Map<string, Set<string>>();
  for (const { from, by, to } of moves) {
    if (to === null || by.on === "failed") continue;
    const key = keyOf(from);
    ahead.set(key, (ahead.get(key) ?? new Set()).add(keyOf(to)));
  }
  // Whatever leads to ends alone is taken away, until only circles are left.
  const left = new Map([...visits.keys()].map((key) => [key, ahead.get(key)]));
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const [key, to] of left)
      if (![...(to ?? [])].some((next) => left.has(next))) left.delete(key);
  }
  const round = [...left.keys()].flatMap((key) => visits.get(key) ?? []);
  return [...new Map(round.map((visit) => [visit.step.id, visit])).values()];
}
