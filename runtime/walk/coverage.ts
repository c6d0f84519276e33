import type { Step } from "../../generated/contract.ts";
import type { Covered, CoverageKind } from "../../generated/walk-contract.ts";
import { NONE, optionsOf, readAnswer } from "../core/answers.ts";
import { isGiven } from "../core/basis.ts";
import { ownCurrency } from "../core/currency.ts";
import { scoreOf } from "../core/score.ts";
import { holds } from "../core/conditions.ts";
import type { ShownWhen } from "./conditions.ts";
import { looksAt } from "./verify-sales.ts";
import { sidesOf, soldOn } from "./sales.ts";
import type { Scene } from "./scene.ts";
import { heldBack, type Move, type Visit } from "./visit.ts";
import { shownIn, type Watch, type Watches } from "./watch.ts";

/** All that was walked. */
export interface Walked {
  readonly visits: readonly Visit[];
  readonly moves: readonly Move[];
  readonly watches: Watches;
  readonly byChance: readonly Visit[];
}

/** A thing to come by; `why` says why nobody did. */
interface Item {
  readonly name: string;
  readonly why: string | null;
}

/** What the walks came by of all there is, and why they did not come by the rest. */
export function coverageOf(
  scene: Scene,
  { visits, moves, watches, byChance }: Walked,
): readonly Covered[] {
  const { steps } = scene.funnel;
  const reached = grouped(visits, ({ step }) => step.id);
  const left = grouped(moves, ({ from }) => from.step.id);
  const at = (step: Step) => reached.get(step.id) ?? [];
  const from = (step: Step) => left.get(step.id) ?? [];
  const offers = steps.filter((step) => scene.saleAt(step) !== null);
  const items: Readonly<Record<CoverageKind, readonly Item[]>> = {
    steps: steps.map((step) => ({ name: step.id, why: unseen(at(step)) })),
    edges: steps.flatMap((step) => edgesOf(step, at(step), from(step))),
    options: steps.flatMap((step) => optionsAt(step, from(step))),
    sides: steps.flatMap((step) => sidesAt(step, at(step))),
    currencies: offers.flatMap((step) => currenciesAt(scene, step, at(step))),
    bands: bandsOf(scene, watches),
    conditions: shownIn(scene.funnel).flatMap((shown) =>
      shownAt(scene, shown, watches.ofCondition(shown), byChance),
    ),
    guards: steps.flatMap((step) => guardsOf(scene, step, at(step))),
    timers: offers.flatMap((step) => timersAt(scene, step, at(step))),
  };
  return COVERAGE.map((what) => ({
    what,
    all: items[what].length,
    missing: items[what].flatMap(({ name, why }) =>
      why === null ? [] : [{ name, why }],
    ),
  }));
}

const COVERAGE = [
  "steps",
  "edges",
  "options",
  "sides",
  "currencies",
  "bands",
  "conditions",
  "guards",
  "timers",
] as const satisfies readonly CoverageKind[];

function grouped<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function unseen(visits: readonly Visit[]): string | null {
  return visits.length > 0 ? null : "no answers lead there";
}

function edgesOf(
  step: Step,
  visits: readonly Visit[],
  moves: readonly Move[],
): readonly Item[] {
  const taken = new Set(moves.map(({ edge }) => edge));
  return step.edges.map(({ on, to }, i) => {
    const why =
      unseen(visits) ??
      (step.edges.slice(0, i).some((edge) => edge.on === on && !edge.when)
        ? "a way before it fits everybody"
        : "nobody who comes here has answers for it that fit no way before");
    return {
      name: `${step.id} -${on}-> ${to}`,
      why: taken.has(i) ? null : why,
    };
  });
}

function sidesAt(step: Step, visits: readonly Visit[]): readonly Item[] {
  if (step.variant === null) return [];
  return ["A", "B"].map((side) => ({
    name: `${step.id} ${side}`,
    why: unseen(visits),
  }));
}

function optionsAt(step: Step, moves: readonly Move[]): readonly Item[] {
  const given = new Set(moves.flatMap(({ by }) => [by.answer].flat()));
  const values = sidesOf(step).flatMap((props) => [
    ...(optionsOf({ props }) ?? []).map(({ value }) => value),
    ...("none" in props && props.none !== undefined ? [NONE] : []),
  ]);
  return [...new Set(values)].map((value) => ({
    name: `${step.id}=${value}`,
    why: given.has(value)
      ? null
      : readAnswer(step, value) === null && readAnswer(step, [value]) === null
        ? "it cannot be stored"
        : "no answers lead to the question",
  }));
}

function currenciesAt(scene: Scene, step: Step, visits: readonly Visit[]) {
  const { currencies } = scene.brand;
  const own = ownCurrency(currencies, step);
  const [visit] = visits;
  const seen = new Set(
    visit === undefined ? [] : looksAt(scene, visit).map(({ rule }) => rule),
  );
  const codes = own === undefined ? currencies : [own];
  return [...new Set(codes.map(({ code }) => code))].map((code) => ({
    name: `${step.id} in ${code}`,
    why:
      unseen(visits) ??
      ([...seen].some((rule) => rule.code === code)
        ? null
        : "an earlier rule already matches all its visitors"),
  }));
}

function timersAt(scene: Scene, step: Step, visits: readonly Visit[]) {
  const { funnel } = scene;
  const changes = visits.some((visit) =>
    sidesOf(step).some(
      (props) =>
        String(soldOn(funnel, visit, props, false)) !==
        String(soldOn(funnel, visit, props, true)),
    ),
  );
  if (!changes) return [];
  const looks = visits.slice(0, 1).flatMap((visit) => looksAt(scene, visit));
  return [false, true].map((ended) => ({
    name: `${step.id} ${ended ? "after" : "before"} its end`,
    why: looks.some((look) => look.ended === ended)
      ? null
      : "the server knows of no countdown",
  }));
}

/** Each need of a guarded step: seen holding somebody back, and letting others through. */
function guardsOf({ funnel }: Scene, step: Step, visits: readonly Visit[]) {
  const guarded = step.guards.includes("prerequisites") ? step.needs : [];
  return guarded.flatMap((need) => {
    const name = `${step.id} needs ${need.id}`;
    const through = visits.some(
      (visit) => isGiven(need, visit) && heldBack(funnel, visit) === null,
    );
    const back = visits.some(
      (visit) => heldBack(funnel, without(visit, need.id)) !== null,
    );
    return [
      { name: `${name}: lets through`, why: through ? null : "nobody has it" },
      { name: `${name}: sends back`, why: back ? null : "nobody lacks it" },
    ];
  });
}

/** The same visitor, who has never told one thing. */
export function without(visit: Visit, id: string): Visit {
  const others = <T>(told: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(told).filter(([name]) => name !== id));
  return {
    ...visit,
    answers: others(visit.answers),
    contact: others(visit.contact),
  };
}

/** Each score by itself, with every sum of points that answers come to. */
function bandsOf({ funnel }: Scene, watches: Watches): readonly Item[] {
  return funnel.scores.flatMap(({ id, bands, items }) => {
    const { visits, whole } = watches.ofScore(id) ?? NOTHING;
    const told = visits.filter(({ answers }) =>
      Object.keys(items).some((step) => Object.hasOwn(answers, step)),
    );
    const results = told.map(({ answers }) => scoreOf({ funnel, answers }, id));
    const found = new Set(results.map(({ band }) => band.id));
    const values = results.map(({ value }) => value);
    const why = whole
      ? `answers come to ${Math.min(...values)} to ${Math.max(...values)} points`
      : TOO_MANY;
    return bands.map((band) => ({
      name: `${id}: ${band.id}`,
      why: found.has(band.id) ? null : why,
    }));
  });
}

/** What stands under a condition: seen, and left out. */
function shownAt(
  { funnel }: Scene,
  { step, when }: ShownWhen,
  watched: Watch | null,
  byChance: readonly Visit[],
): readonly Item[] {
  const { visits, whole } = watched ?? NOTHING;
  const others = whole ? [] : byChance;
  const there = [...visits, ...others].filter(
    (visit) => visit.step.id === step.id,
  );
  return [true, false].map((isShown) => {
    const isMet = there.some(
      ({ answers }) => holds(when, { funnel, answers }) === isShown,
    );
    const why = whole
      ? `${isShown ? "nobody" : "everybody"} who comes here has these answers`
      : TOO_MANY;
    return {
      name: `${step.id} ${isShown ? "shows" : "leaves out"} ${JSON.stringify(when)}`,
      why: isMet ? null : why,
    };
  });
}

const NOTHING: Watch = { visits: [], whole: true };
const TOO_MANY = "more answers differ in it than could be tried";
