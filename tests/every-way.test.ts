import { describe, expect, test } from "vitest";
import type { Funnel, Need, Step, ValueName } from "../generated/contract.ts";
import { routeOf } from "../generated/address.ts";
import { lacking } from "../runtime/core/basis.ts";
import { previousStep, stepById } from "../runtime/core/flow.ts";
import { brands, funnelsOf } from "./testing/content.ts";
import {
  entryOf,
  circles,
  departures,
  explore,
  heldBack,
  type Move,
  type Visit,
} from "./testing/explore.ts";
import { everyRoute } from "./testing/spec-routes.ts";

const funnels = (await Promise.all(brands.map(funnelsOf)))
  .flat()
  .filter((funnel) => funnel.entry !== null)
  .map((funnel) => ({ name: `${funnel.brand}/${funnel.id}`, funnel }));

describe.each(funnels)("every way through $name", ({ funnel }) => {
  const entry = entryOf(funnel);
  if (entry === null) throw new Error("the entry is no step");
  const main = explore(funnel, [{ step: entry, answers: {}, contact: {} }]);
  const ends = [...main.visits.values()].filter(({ step }) => isEnd(step));
  // A landing page is opened by somebody new, another offer by somebody who has told what it asks for.
  const known = [...main.visits.values()];
  const direct = explore(
    funnel,
    funnel.steps
      .filter((step) => !isLedTo(funnel, step))
      .flatMap((step) => [
        { step, answers: {}, contact: {} },
        ...known
          .map((visit) => ({ ...visit, step }))
          .filter((visit) => heldBack(funnel, visit) === null)
          .slice(0, 1),
      ]),
  );

  test("reaches every step, and nothing is in between", () => {
    const visits = [...main.visits.values(), ...direct.visits.values()];
    const reached = new Set(visits.map(({ step }) => step.id));
    expect(reached).toEqual(new Set(funnel.steps.map(({ id }) => id)));
    const moves = [...main.moves, ...direct.moves];
    expect(moves.filter(({ to }) => to === null).map(nameOf)).toEqual([]);
  });

  test("comes to an end, whatever is answered, accepted and declined", () => {
    expect(ends.length).toBeGreaterThan(0);
    expect([...circles(funnel, main), ...circles(funnel, direct)]).toEqual([]);
  });

  test("is held back by no guard, moves forward and can be gone back", () => {
    const moves = main.moves.filter(({ to }) => to !== null);
    const refused = moves.filter(({ to }) => to && heldBack(funnel, to));
    expect(refused.map(nameOf)).toEqual([]);
    const inQuiz = moves.filter(
      ({ from, to }) => from.step.progress !== null && to?.step.progress,
    );
    const backward = inQuiz.filter(
      ({ from, to }) => (to?.step.progress ?? 0) < (from.step.progress ?? 0),
    );
    expect(backward.map(nameOf)).toEqual([]);
    const lost = inQuiz.filter(
      ({ from, to }) =>
        to && previousStep(funnel, to.step, to.answers)?.id !== from.step.id,
    );
    expect(lost.map(nameOf)).toEqual([]);
  });

  test("shows nobody who comes by it a page without what it is made of", () => {
    const empty = [...main.visits.values()].flatMap((visit) => {
      const { step } = visit;
      const missing =
        step.basis === null
          ? []
          : lacking(funnel, step.basis, namesIn(step), visit);
      return missing.map((name) => `${step.id} lacks ${name}`);
    });
    expect([...new Set(empty)]).toEqual([]);
  });

  test("sends whoever lacks something to the page that asks for it", () => {
    const guarded = new Map(
      known
        .filter(({ step }) => step.guards.includes("prerequisites"))
        .map((visit) => [visit.step.id, visit]),
    );
    for (const visit of guarded.values())
      for (const need of visit.step.needs) {
        const lacking = without(visit, need);
        expect(heldBack(funnel, lacking), need.id).toBe(need.from);
        const asking = stepById(funnel, need.from);
        const told = asking && departures(funnel, { ...lacking, step: asking });
        expect(
          told?.map(([, { answers, contact }]) =>
            heldBack(funnel, { step: visit.step, answers, contact }),
          ),
          need.id,
        ).toContain(null);
      }
  });

  const rows = everyRoute.get(funnel.brand);

  test.skipIf(rows === undefined)(
    "stays within the routes of the product",
    () => {
      if (rows === undefined) return;
      const known = rows.flatMap((row) => ("path" in row ? row.path : []));
      // A quiz leads to the first of its questions, which share one route.
      const quizzes = rows.flatMap((row) =>
        row.kind === "questions"
          ? row.mount
          : row.kind === "redirect" && row.to.startsWith(`${row.path}/`)
            ? row.path
            : [],
      );
      const routes = funnel.mounts.flatMap((mount) =>
        funnel.steps.map((step) => routeOf(mount, step.pattern)),
      );
      const astray = routes.filter((route) => {
        const shape = new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
        return !(
          quizzes.some((mount) => route === `${mount}/{question}`) ||
          known.some((path) => shape.test(path))
        );
      });
      expect(astray).toEqual([]);
    },
  );
});

/** The same visit, where one thing was never told. */
function without({ step, answers, contact }: Visit, { kind, id }: Need): Visit {
  const others = <T>(told: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(told).filter(([name]) => name !== id));
  return kind === "answer"
    ? { step, contact, answers: others(answers) }
    : { step, answers, contact: others(contact) };
}

/** All that a page and its sections are made of. */
function namesIn({ basis, props }: Step): readonly ValueName[] {
  const sections = "sections" in props ? (props.sections ?? []) : [];
  const own = sections.flatMap(({ madeOf }) => madeOf ?? []);
  return [...new Set([...(basis?.page ?? []), ...own])];
}

function isEnd({ edges }: Step): boolean {
  return edges.length === 0;
}

function isLedTo(funnel: Funnel, { id }: Step): boolean {
  return (
    id === funnel.entry ||
    funnel.steps.some(({ edges }) => edges.some(({ to }) => to === id))
  );
}

function nameOf({ from, on, to }: Move): string {
  return `${from.step.id} by ${on} to ${to?.step.id ?? "nothing"}`;
}
