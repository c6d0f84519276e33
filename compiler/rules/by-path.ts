import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import type { FunnelNode } from "../link/program.ts";
import { type Conditional, sectionsOf, truthOf } from "../prove/conditions.ts";
import { isShown, missingIn } from "../prove/missing.ts";
import { type Proof, proofOf } from "../prove/proof.ts";
import { valuesIn } from "../prove/signs.ts";
import { isKnown, type State } from "../prove/states.ts";
import { witnessOf } from "../prove/witness.ts";
import { data, items, text } from "../schema/read.ts";
import type { Condition, EdgeKind, Step } from "../shared/contract.ts";
import { asksForUnreached } from "./bands-reached.ts";
import { conditionGaps } from "./condition-gaps.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, sidesWith, writtenStep } from "./step-span.ts";

/** A rule over all that can happen; silent where there are too many ways to go them all. */
export function byPath(
  rule: (proof: Proof, node: FunnelNode) => Diagnostic[],
): FunnelRule {
  return (node) => {
    const proof = proofOf(node);
    return proof === null ? [] : rule(proof, node);
  };
}

/** By position: the steps that somebody is led to from there, by the ways that are meant. */
export function ledBy(
  { taken }: Proof,
  { funnel }: FunnelNode,
  isMeant: (on: EdgeKind) => boolean = () => true,
): number[][] {
  const index = new Map(funnel.steps.map(({ id }, i) => [id, i]));
  return funnel.steps.map(({ edges }, i) =>
    edges.flatMap(({ on, to }, n) =>
      isMeant(on) && taken[i]?.has(n) === true ? (index.get(to) ?? []) : [],
    ),
  );
}

/** An offer that some come to with an email is for nobody without one; where none is asked for, checkouts ask. */
export const emailAsked = byPath((proof, node) =>
  proof.facts.wanted.flatMap((wanted) => {
    const state =
      wanted.why.kind === "email" ? missingIn(wanted, proof) : undefined;
    const isAsked = (proof.states[wanted.step] ?? []).some((one) =>
      isKnown(one, wanted.fact),
    );
    if (state === undefined || !isAsked) return [];
    const id = node.funnel.steps[wanted.step]?.id ?? "";
    const way = witnessOf(state, node, proof.facts);
    const at = nameOf(node, wanted.step);
    return [diagnose("contact/email-not-asked", at, { id, way })];
  }),
);

/** A score is shown to those who were asked a question of it. */
export const scoreFed = byPath((proof, node) =>
  proof.facts.wanted.flatMap((wanted) => {
    const use = wanted.why.kind === "use" ? node.uses[wanted.why.use] : null;
    // A score without questions is told as such.
    if (use?.kind !== "score" || !isFed(use.id, node)) return [];
    const state = missingIn(wanted, proof, (one) => isShown(use, one, proof));
    if (state === undefined) return [];
    const way = witnessOf(state, node, proof.facts);
    const at = node.source.span(use.path, "value");
    return [diagnose("score/not-fed", at, { score: use.id, way })];
  }),
);

function isFed(id: string, { funnel }: FunnelNode): boolean {
  const score = funnel.scores.find((one) => one.id === id);
  return Object.keys(score?.items ?? {}).length > 0;
}

/** What somebody has bought is not sold to them once more. */
export const soldOnce = byPath((proof, node) => {
  // It may be sold again on both sides of an experiment.
  const told = new Set<string>();
  return proof.facts.wanted.flatMap(({ step, fact, why }) => {
    if (why.kind !== "product" || told.has(`${step} ${why.code}`)) return [];
    const state = proof.states[step]?.find((one) => isKnown(one, fact));
    if (state === undefined) return [];
    const id = node.funnel.steps[step]?.id ?? "";
    const way = witnessOf(state, node, proof.facts);
    const words = { code: why.code, id, way };
    told.add(`${step} ${why.code}`);
    return [diagnose("product/sold-twice", nameOf(node, step), words)];
  });
});

/** A section that nobody sees who comes to its page. */
export const sectionShown = byPath((proof, node) =>
  sidesWith("sections", node).flatMap(({ step, i, written, path: origin }) => {
    const states = proof.states[i] ?? [];
    if (states.length === 0) return [];
    const isSame =
      items(written.sections).length ===
      items(data(step.props).sections).length;
    return sectionsOf(step).flatMap(({ section, when }) => {
      const isSeen = states.some(
        ({ facts }) => truthOf(when, valuesIn(facts, proof.facts)) !== false,
      );
      if (isSeen || !isSame || asksForUnreached(when, node)) return [];
      const path = [...origin, "sections", section, "when"];
      const at = node.source.span(path, "value");
      return [diagnose("section/never-shown", at, { id: step.id })];
    });
  }),
);

/** Who comes to a page that is made of sections alone sees at least one of them. */
export const somethingShown = byPath((proof, node) =>
  sidesWith("sections", node).flatMap(({ step, i, written, path }) => {
    const { text: lead, sections } = data(step.props);
    const shown = sectionsOf(step);
    const isMade = shown.length > 0 && shown.length === items(sections).length;
    if (!isMade || lead !== undefined) return [];
    if (node.traits.pages[step.page]?.flow !== "forward") return [];
    const states = proof.states[i] ?? [];
    const sees = ({ facts }: State, { when }: Conditional) =>
      truthOf(when, valuesIn(facts, proof.facts)) !== false;
    const state = states.find(
      (one) => !shown.some((section) => sees(one, section)),
    );
    // A section that nobody sees is told as such.
    const isSeen = shown.every((section) =>
      states.some((one) => sees(one, section)),
    );
    const last = items(written.sections).length - 1;
    const all = [...path, "sections"];
    if (state === undefined || !isSeen || hasGap(all, last, node)) return [];
    const way = witnessOf(state, node, proof.facts);
    const at = node.source.span(all, "key");
    return [diagnose("section/none-shown", at, { id: step.id, way })];
  }),
);

/** Whether it is told of sections, of which one is the last, that they leave out some numbers. */
function hasGap(sections: Path, last: number, node: FunnelNode): boolean {
  const from = node.source.span(sections, "key").line;
  const to = node.source.span([...sections, last, "when"], "value").endLine;
  return conditionGaps(node).some(
    ({ code, at }) =>
      code === "condition/gap" && at.line >= from && at.line <= to,
  );
}

/** A way of `next`, or of a choice, that nobody goes. */
export const wayTaken = byPath((proof, node) =>
  node.funnel.steps.flatMap((step, i) => {
    const taken = proof.taken[i];
    if (taken === undefined || taken.size === 0) return [];
    const raw = data(writtenStep(node, i));
    const origin = node.origins[i] ?? [];
    const ways = items(raw.next).map((way, n) => ({
      to: text(data(way).to),
      path: [...origin, "next", n],
    }));
    const idle = new Set(
      step.edges.flatMap(({ on, to, when }, n) =>
        on === "next" &&
        !taken.has(n) &&
        (when === null || !asksForUnreached(when, node))
          ? [to]
          : [],
      ),
    );
    for (const n of taken) idle.delete(step.edges[n]?.to ?? "");
    return ways.flatMap(({ to, path }) =>
      // Where nobody ever comes to, that is the mistake.
      idle.has(to) && isReached(to, proof, node)
        ? [
            diagnose("flow/never-taken", node.source.span(path, "value"), {
              to,
            }),
          ]
        : [],
    );
  }),
);

function isReached(
  id: string,
  { states }: Proof,
  { funnel }: FunnelNode,
): boolean {
  const i = funnel.steps.findIndex((step) => step.id === id);
  return (states[i] ?? []).length > 0;
}

/** A condition of a step that everybody meets who could come to it. */
export const conditionDecides = byPath((proof, node) => {
  const { steps } = node.funnel;
  const ways = waysTo(steps);
  return steps.flatMap(({ id }, i) => {
    const into = ways.get(id) ?? [];
    const isFirst = i === 0;
    if (isFirst && data(writtenStep(node, i)).when !== undefined)
      return [alwaysShown(i, isFirst, node)];
    // Most steps are come to without a condition.
    if (into.every(({ when }) => when === null)) return [];
    if (data(writtenStep(node, i)).when === undefined) return [];
    const isTaken = into.some(({ from, n }) => proof.taken[from]?.has(n));
    const decides = into.some(
      ({ from, n, when }) => when === null || proof.failed[from]?.has(n),
    );
    // Where there is no other way, that is the mistake.
    const isChoice = into.every(({ from, n }) => {
      const { edges = [] } = steps[from] ?? {};
      return edges.slice(n + 1).some(({ on }) => on === edges[n]?.on);
    });
    if (!isTaken || decides || !isChoice) return [];
    return [alwaysShown(i, isFirst, node)];
  });
});

function alwaysShown(i: number, isFirst: boolean, node: FunnelNode) {
  const at = node.source.span([...(node.origins[i] ?? []), "when"], "value");
  const { id = "" } = node.funnel.steps[i] ?? {};
  return diagnose("flow/always-shown", at, { id, isFirst });
}

/** A way out of a step: which step, and which of its edges. */
interface Into {
  readonly from: number;
  readonly n: number;
  readonly when: Condition | null;
}

function waysTo(steps: readonly Step[]): ReadonlyMap<string, readonly Into[]> {
  const ways = new Map<string, Into[]>();
  for (const [from, { edges }] of steps.entries())
    for (const [n, { to, when }] of edges.entries()) {
      const known = ways.get(to) ?? [];
      known.push({ from, n, when });
      ways.set(to, known);
    }
  return ways;
}
