import type { EdgeKind, Funnel, Step } from "../../generated/contract.ts";
import type { Target } from "../../generated/names.ts";
import { SENT_ANSWERS } from "../../generated/privacy.ts";
import { contacts } from "../../generated/traits.ts";
import type { Stop } from "../../generated/walk-contract.ts";
import type { Answer, Answers } from "../core/answers.ts";
import { type Contact, contactFromAnswers } from "../core/contact.ts";
import { edgeTaken, stepById } from "../core/flow.ts";
import { own } from "../core/read.ts";
import { runGuards } from "../guards/run-guards.ts";
import { productsSold } from "./sales.ts";
import type { Ground } from "./scene.ts";

/** Somebody at a step, with what they have told and bought on their way to it. */
export interface Visit {
  readonly step: Step;
  readonly answers: Answers;
  readonly contact: Contact;
  /** Codes of products, in the order in which they were bought. */
  readonly bought: readonly string[];
  /** Whether they have been at an offer with a payment page. */
  readonly offered: boolean;
  /** How they came here; null where the walk begins. */
  readonly came: { readonly from: Visit; readonly by: Stop } | null;
}

/** A way out of a visit. */
export interface Move {
  readonly from: Visit;
  readonly by: Stop;
  /** Position of the edge; -1 where the step has edges of this kind, and none that fits. */
  readonly edge: number;
  readonly to: Visit | null;
}

/** A visitor of whom nothing is known. */
export function newcomer(step: Step): Visit {
  return {
    step,
    answers: {},
    contact: {},
    bought: [],
    offered: false,
    came: null,
  };
}

/** A visitor who has told the same, has bought nothing, and has opened another step by its address. */
export function at(visit: Visit, step: Step): Visit {
  return { ...visit, bought: [], step };
}

/** The first step of a quiz; null for pages that are no flow. */
export function entryOf(funnel: Funnel): Step | null {
  return funnel.entry === null ? null : stepById(funnel, funnel.entry);
}

/** The steps that nothing leads to: visitors come to them by their address. */
export function asidesOf({ steps, entry }: Funnel): readonly Step[] {
  const led = new Set<string | null>([entry]);
  for (const { edges } of steps) for (const { to } of edges) led.add(to);
  return steps.filter(({ id }) => !led.has(id));
}

/** Where a visitor who opens an address is: guards may lead them elsewhere. */
export function settled(funnel: Funnel, visit: Visit): Visit {
  const elsewhere = heldBack(funnel, visit);
  const step = elsewhere === null ? null : stepById(funnel, elsewhere);
  return step === null ? visit : at(visit, step);
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

/** Every way out of a visit: by each answer, and by each that may become of an offer. */
export function movesFrom(ground: Ground, visit: Visit): readonly Move[] {
  const { funnel } = ground;
  const { step } = visit;
  const kinds = new Set(step.edges.map(({ on }) => on));
  const answers = ground.answersAt(step);
  return [...kinds].flatMap((on): Move[] => {
    if (on === "next")
      return answers.length === 0
        ? [moveBy(ground, visit, on, null)]
        : answers.map((answer) => moveBy(ground, visit, on, answer));
    if (on !== "accept") return [moveBy(ground, visit, on, null)];
    const sold = productsSold(funnel, visit);
    return sold.length === 0
      ? [moveBy(ground, visit, on, null)]
      : sold.map((code) => moveBy(ground, visit, on, null, code));
  });
}

/** One way out, by an answer or with a product that was bought. */
export function moveBy(
  { funnel, saleAt }: Ground,
  visit: Visit,
  on: EdgeKind,
  answer: Answer | null,
  product?: string,
): Move {
  const { step } = visit;
  const by: Stop = { step: step.id, on, answer };
  const answers =
    answer === null ? visit.answers : { ...visit.answers, [step.id]: answer };
  const edge = edgeTaken(funnel, step, on, answers);
  const to = step.edges[edge]?.to;
  const next = to === undefined ? null : stepById(funnel, to);
  if (next === null) return { from: visit, by, edge, to: null };
  const then: Visit = {
    step: next,
    answers,
    contact: contactAfter(visit.contact, step, answer),
    bought: product === undefined ? visit.bought : [...visit.bought, product],
    offered: visit.offered || saleAt(step) === "page",
    came: { from: visit, by },
  };
  return { from: visit, by, edge, to: then };
}

const SENT = new Set<string>(SENT_ANSWERS);

/** What is known of the person who leaves a step: most steps tell nothing. */
function contactAfter(
  contact: Contact,
  { id, page, props }: Step,
  answer: Answer | null,
): Contact {
  const property = own<string>(contacts, page);
  const isSent = answer !== null && SENT.has(id);
  if (property === undefined && !isSent) return contact;
  const given: Readonly<Record<string, unknown>> = Object(props);
  const fields = property === undefined ? [] : [given[property]].flat();
  const told = fields.filter((field) => typeof field === "string");
  return {
    ...contact,
    ...(isSent ? contactFromAnswers({ [id]: answer }) : {}),
    ...Object.fromEntries(told.map((field) => [field, `some ${field}`])),
  };
}

/** How a visitor has come to where they are, from the beginning. */
export function wayTo(visit: Visit): readonly Stop[] {
  const way: Stop[] = [];
  for (let { came } = visit; came !== null; { came } = came.from)
    way.unshift(came.by);
  return way;
}
