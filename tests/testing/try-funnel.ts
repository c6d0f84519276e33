import type { Funnel } from "../../generated/contract.ts";
import type { Diagnostic } from "../../compiler/diagnostics/diagnostic.ts";
import type { FunnelNode } from "../../compiler/link/program.ts";
import { proofOf } from "../../compiler/prove/proof.ts";
import { funnelRules } from "../../compiler/rules/registry.ts";
import type { Answers } from "../../runtime/core/answers.ts";
import { compileWith } from "../../compiler/testing/base-content.ts";
import {
  entryOf,
  movesFrom,
  newcomer,
  type Visit,
} from "../../runtime/walk/visit.ts";
import { walkable } from "./follow.ts";

/** A funnel that was made up, as the compiler and a walker see it. */
export interface Tried {
  readonly text: string;
  readonly node: FunnelNode;
  readonly funnel: Funnel;
  readonly visits: readonly Visit[];
  /** Where a finding of this code is, by what `id` reads from the line. */
  saidOf(code: string): ReadonlySet<string>;
}

/**
 * How the compiler looks at a funnel: at all of its states at once, or for each question at those that decide it. Both say
 * the same with every change (tests/prover-slices.test.ts), so that one of them is held against walkers then.
 */
export const LOOKS = [
  { look: "at once", tags: [] },
  { look: "in slices", tags: ["long"] },
] as const;
export type Look = (typeof LOOKS)[number]["look"];

/** Compiles a funnel and goes every way through it; throws where it is not understood. */
export function tryFunnel(
  text: string,
  id: RegExp,
  look: Look = "at once",
): Tried {
  const { node, diagnostics } = linted(text, look);
  const lines = text.split("\n");
  const idAt = (line: number) => id.exec(lines[line - 1] ?? "")?.[1] ?? "";
  const funnel = asShipped(node);
  return {
    text,
    node,
    funnel,
    visits: everyVisit(funnel),
    saidOf: (code) =>
      new Set(
        diagnostics
          .filter((one) => one.code === code)
          .map(({ at }) => idAt(at.line)),
      ),
  };
}

/** A funnel, and what is said of it. */
export function linted(
  text: string,
  look: Look,
): { readonly node: FunnelNode; readonly diagnostics: readonly Diagnostic[] } {
  const name = "demo/quiz.yaml";
  const { diagnostics, understood } = compileWith({ name, text });
  const linked = understood?.funnels[0];
  if (linked === undefined) throw new Error(`${text} is not understood`);
  if (look === "at once")
    return {
      node: linked,
      diagnostics: diagnostics.filter(({ at }) => at.file === name),
    };
  // Proofs are kept by the node: this one is another.
  const node = { ...linked };
  proofOf(node, 0);
  return { node, diagnostics: funnelRules.flatMap((rule) => rule(node)) };
}

/** Names of made-up content are not those of the shipped one, which the runtime's types know; its form is the same. */
export function asShipped({ funnel }: FunnelNode): Funnel {
  const same: Funnel = JSON.parse(JSON.stringify(funnel));
  return same;
}

/** Every visit there is to the steps of a funnel, by all that was answered, told and bought before. */
function everyVisit(funnel: Funnel): Visit[] {
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

/** Whether a question was not asked, or nothing was chosen. */
export function isNothing(answer: Answers[string] | undefined): boolean {
  return answer === undefined || (Array.isArray(answer) && answer.length === 0);
}
