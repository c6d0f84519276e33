/** Walks through a funnel in memory, every way there is, by the functions that the pages go by. */
import type {
  Condition,
  EdgeKind,
  Funnel,
  Step,
} from "../../generated/contract.ts";
import { type Answers, readAnswer } from "../../runtime/core/answers.ts";
import {
  type Contact,
  contactFromAnswers,
} from "../../runtime/core/contact.ts";
import type { Target } from "../../generated/names.ts";
import { idOf } from "../../runtime/core/basis.ts";
import { nextStep, stepById } from "../../runtime/core/flow.ts";
import { own } from "../../runtime/core/read.ts";
import { scoreOf } from "../../runtime/core/score.ts";
import { runGuards } from "../../runtime/guards/run-guards.ts";
import { answersTo } from "./content.ts";

/** Somebody at a step, with what they have told on their way to it. */
export interface Visit {
  readonly step: Step;
  readonly answers: Answers;
  readonly contact: Contact;
}

/** A way from one visit to the next. */
export interface Move {
  readonly from: Visit;
  readonly on: EdgeKind;
  /** Null where the step has edges of this kind, and none that fits. */
  readonly to: Visit | null;
}

export interface Explored {
  /** By what can still make a difference for them. */
  readonly visits: ReadonlyMap<string, Visit>;
  readonly moves: readonly Move[];
}

/** A funnel of today has a few thousand. */
const VISITS_MAX = 200_000;

/** Walks on from some visits, until nothing new is found. */
export function explore(funnel: Funnel, starts: readonly Visit[]): Explored {
  const keyOf = keys(funnel);
  const visits = new Map<string, Visit>();
  const moves: Move[] = [];
  const open: Visit[] = [];
  const arrive = (visit: Visit) => {
    const key = keyOf(visit);
    if (visits.has(key)) return;
    visits.set(key, visit);
    if (visits.size > VISITS_MAX) throw new Error("too many ways to look at");
    open.push(visit);
  };
  for (const start of starts) arrive(settled(funnel, start));
  for (let from = open.pop(); from !== undefined; from = open.pop())
    for (const [on, left] of departures(funnel, from)) {
      const step = nextStep(funnel, from.step, on, left.answers);
      const to = step === null ? null : { ...left, step };
      moves.push({ from, on, to });
      if (to !== null) arrive(to);
    }
  return { visits, moves };
}

/** What somebody answers, by question, and which offers they take, by their path; the first answer there is, else. */
export interface Plan {
  readonly answers?: Readonly<Record<string, string | readonly string[]>>;
  takes(path: string): boolean;
}

/** The first step of a quiz; null for pages that are no flow. */
export function entryOf(funnel: Funnel): Step | null {
  return funnel.entry === null ? null : stepById(funnel, funnel.entry);
}

/** Every step of one way through a funnel, in its order. */
export function follow(funnel: Funnel, plan: Plan): readonly Step[] {
  const steps: Step[] = [];
  let answers: Answers = {};
  let step = entryOf(funnel);
  while (step !== null && !steps.includes(step)) {
    steps.push(step);
    const given = plan.answers?.[step.id];
    const answer =
      readAnswer(step, given) ??
      readAnswer(step, [given].flat()) ??
      answersTo(step)[0];
    if (answer !== undefined) answers = { ...answers, [step.id]: answer };
    const kinds = step.edges.map(({ on }) => on);
    const on = kinds.includes("next")
      ? "next"
      : plan.takes(step.path)
        ? "accept"
        : "decline";
    step = nextStep(funnel, step, on, answers);
  }
  return steps;
}

/** Where somebody is who opens an address: guards may lead them elsewhere. */
function settled(funnel: Funnel, visit: Visit): Visit {
  const elsewhere = heldBack(funnel, visit);
  const step = elsewhere === null ? null : stepById(funnel, elsewhere);
  return step === null ? visit : { ...visit, step };
}

/** The id of the step that a guard leads to; null when none does. */
export function heldBack(funnel: Funnel, visit: Visit): Target | null {
  const result = runGuards({
    ...visit,
    funnel,
    wasOffered: false,
    visitorMissing: false,
    returned: false,
    loadVisitor: () => Promise.resolve(),
    sleep: () => Promise.resolve(),
  });
  if (result instanceof Promise) throw new Error("a guard waits in memory");
  return result.kind === "redirect" ? result.to : null;
}

/** Every manner in which a step can be left, with what is known then. */
export function departures(funnel: Funnel, visit: Visit): [EdgeKind, Visit][] {
  const { step } = visit;
  const kinds = [...new Set(step.edges.map(({ on }) => on))];
  const given = answersTo(step, marksOf(funnel, step.id));
  return kinds.flatMap((on): [EdgeKind, Visit][] => {
    if (on !== "next" || given.length === 0)
      return [[on, { ...visit, contact: contactAfter(visit, visit.answers) }]];
    return given.map((answer) => {
      const answers = { ...visit.answers, [step.id]: answer };
      return [on, { step, answers, contact: contactAfter(visit, answers) }];
    });
  });
}

/** What is known of the person when they leave a step. */
function contactAfter({ step, contact }: Visit, answers: Answers): Contact {
  const told =
    step.page === "registration"
      ? step.props.fields
      : step.page === "text" && step.props.contact !== undefined
        ? [step.props.contact]
        : [];
  return {
    ...contact,
    ...contactFromAnswers(answers),
    ...Object.fromEntries(told.map((field) => [field, `some ${field}`])),
  };
}

/**
 * Tells visits apart by what can still make a difference: the answers, scores and needs that steps ahead ask for. Two
 * visits with one key have the same ways before them.
 */
function keys(funnel: Funnel): (visit: Visit) => string {
  const ahead = new Map<string, ReturnType<typeof askedFor>>();
  return ({ step, answers, contact }) => {
    const asked = ahead.get(step.id) ?? askedFor(stepsFrom(funnel, step));
    ahead.set(step.id, asked);
    return JSON.stringify([
      step.id,
      asked.answers.map((id) => own(answers, id) ?? null),
      asked.scores.map((id) => scoreOf({ funnel, answers }, id).value),
      asked.needs.map(({ kind, id }) =>
        kind === "answer" ? own(answers, id) !== undefined : id in contact,
      ),
    ]);
  };
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

function askedFor(steps: readonly Step[]) {
  const conditions = steps.flatMap(conditionsOf);
  const of = (kind: "answer" | "score") =>
    new Set(
      conditions.flatMap((condition) => {
        switch (condition.kind) {
          case "answer":
            return kind === "answer" ? [condition.step] : [];
          case "band":
            return kind === "score" ? [condition.score] : [];
          case "range":
            return kind === condition.of ? [condition.id] : [];
          default:
            return [];
        }
      }),
    );
  return {
    answers: [...of("answer")],
    scores: [...of("score")],
    needs: steps.flatMap(({ needs, basis }) => [
      ...needs,
      ...Object.values(basis?.values ?? {})
        .flat(2)
        .map((name) => ({
          kind: name.startsWith("answer.") ? "answer" : "contact",
          id: idOf(name),
        })),
    ]),
  };
}

/** The conditions of a step's ways, taken apart. */
function conditionsOf({ edges }: Step): readonly Condition[] {
  const parts = (condition: Condition): readonly Condition[] => {
    switch (condition.kind) {
      case "all":
      case "any":
        return condition.of.flatMap(parts);
      case "not":
        return parts(condition.of);
      default:
        return [condition];
    }
  };
  return edges.flatMap(({ when }) => (when === null ? [] : parts(when)));
}

/** Numbers at which a condition on an answer changes its mind, on both sides. */
function marksOf(funnel: Funnel, id: string): readonly number[] {
  return funnel.steps
    .flatMap(conditionsOf)
    .filter((condition) => condition.kind === "range")
    .filter((condition) => condition.of === "answer" && condition.id === id)
    .flatMap(({ min, max }) => [
      ...(min === null ? [] : [min, min - 1]),
      ...(max === null ? [] : [max, max + 1]),
    ]);
}

/** Steps at which somebody can go round for ever; a declined payment may lead back to its offer. */
export function circles(
  funnel: Funnel,
  { visits, moves }: Explored,
): readonly string[] {
  const keyOf = keys(funnel);
  const ahead = new Map<string, Set<string>>();
  for (const { from, on, to } of moves) {
    if (to === null || on === "failed") continue;
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
  return [
    ...new Set([...left.keys()].map((key) => String(JSON.parse(key)[0]))),
  ];
}
