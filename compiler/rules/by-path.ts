import {
  diagnose,
  type Diagnostic,
  onePerPlace,
} from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import type { FunnelNode } from "../link/program.ts";
import { noneOf, sectionsOf } from "../prove/conditions.ts";
import { type Proof, proofOf } from "../prove/proof.ts";
import { bareUnder, writtenUnder } from "../prove/seen.ts";
import { witnessOf } from "../prove/witness.ts";
import { data, items, text } from "../schema/read.ts";
import type { Condition, EdgeKind, Step } from "../shared/contract.ts";
import { asksForUnreached } from "./bands-reached.ts";
import { conditionGaps } from "./condition-gaps.ts";
import { laterQuestions } from "./never-shown.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, sidesWith, writtenStep } from "./step-span.ts";

/** A rule over all that can happen. */
export function byPath(
  rule: (proof: Proof, node: FunnelNode) => Diagnostic[],
): FunnelRule {
  return (node) => rule(proofOf(node), node);
}

/** By position: the steps that somebody is led to from there, by the ways that are meant. */
export function ledBy(
  proof: Proof,
  { funnel }: FunnelNode,
  isMeant: (on: EdgeKind) => boolean = () => true,
): number[][] {
  const index = new Map(funnel.steps.map(({ id }, i) => [id, i]));
  return funnel.steps.map(({ edges }, i) =>
    edges.flatMap(({ on, to }, n) =>
      isMeant(on) && proof.takes(i, n) === "yes" ? (index.get(to) ?? []) : [],
    ),
  );
}

/** A score is shown to those who were asked a question of it. */
export const scoreFed = byPath((proof, node) =>
  // By another address of a page, visitors come to the same words.
  onePerPlace(
    proof.wanted.flatMap(({ step, had, why }) => {
      const use = why.kind === "use" ? node.uses[why.use] : null;
      // A score without questions is told as such.
      if (use?.kind !== "score" || !isFed(use.id, node)) return [];
      const found = proof.find({ step, when: use.when, lacks: had });
      if (found === null) return [];
      const way = witnessOf(found, node);
      const at = node.source.span(use.path, "value");
      return [diagnose("score/not-fed", at, { score: use.id, way })];
    }),
  ),
);

function isFed(id: string, { funnel }: FunnelNode): boolean {
  const score = funnel.scores.find((one) => one.id === id);
  return Object.keys(score?.items ?? {}).length > 0;
}

/** What somebody has bought is not sold to them once more. */
export const soldOnce = byPath((proof, node) => {
  // It may be sold again on both sides of an experiment.
  const told = new Set<string>();
  return proof.wanted.flatMap(({ step, had, why }) => {
    if (why.kind !== "product" || told.has(`${step} ${why.code}`)) return [];
    const found = proof.find({ step, had });
    if (found === null) return [];
    const id = node.funnel.steps[step]?.id ?? "";
    const way = witnessOf(found, node);
    const words = { code: why.code, id, way };
    told.add(`${step} ${why.code}`);
    return [diagnose("product/sold-twice", nameOf(node, step), words)];
  });
});

/** A section that nobody sees who comes to its page. */
export const sectionShown = byPath((proof, node) =>
  sidesWith("sections", node).flatMap(({ step, i, written, path: origin }) => {
    const sections = sectionsOf(step);
    const isSame =
      items(written.sections).length ===
      items(data(step.props).sections).length;
    if (sections.length === 0 || !isSame || proof.isNobody({ step: i }))
      return [];
    return sections.flatMap(({ section, when }) => {
      if (asksForUnreached(when, node)) return [];
      if (!proof.isNobody({ step: i, when })) return [];
      const path = [...origin, "sections", section, "when"];
      const at = node.source.span(path, "value");
      const words = { id: step.id, part: "section" } as const;
      return [diagnose("section/never-shown", at, words)];
    });
  }),
);

/** Whoever comes to a page that is made of sections alone sees at least one of them. */
export const somethingShown = byPath((proof, node) =>
  sidesWith("sections", node).flatMap(({ step, i, written, path }) => {
    const whens = bareUnder(step, node);
    if (whens === null) return [];
    if (node.traits.pages[step.page]?.flow !== "forward") return [];
    const found = proof.find({ step: i, when: noneOf(whens) });
    const all = [...path, "sections"];
    if (found === null || hasGap(all, items(written.sections), node)) return [];
    // A section that nobody sees is told as such.
    if (writtenUnder(step).some((when) => proof.isNobody({ step: i, when })))
      return [];
    const way = witnessOf(found, node);
    const at = node.source.span(all, "key");
    return [diagnose("section/none-shown", at, { id: step.id, way })];
  }),
);

/** Whether it is told of the sections at a path, or of their points, that they leave out some numbers. */
function hasGap(
  sections: Path,
  written: readonly unknown[],
  node: FunnelNode,
): boolean {
  const last = written.length - 1;
  const points = items(data(written[last]).items).length;
  const ends = [["when"], ["items", points - 1, "when"]].map(
    (path) => node.source.span([...sections, last, ...path], "value").endLine,
  );
  const from = node.source.span(sections, "key").line;
  const to = Math.max(...ends);
  return conditionGaps(node).some(
    ({ code, at }) =>
      code === "condition/gap" && at.line >= from && at.line <= to,
  );
}

/** A way of `next`, or of a choice, that nobody goes. */
export const wayTaken = byPath((proof, node) =>
  node.funnel.steps.flatMap((step, i) => {
    const raw = data(writtenStep(node, i));
    if (items(raw.next).length === 0) return [];
    if (step.edges.every((_, n) => proof.takes(i, n) !== "yes")) return [];
    const origin = node.origins[i] ?? [];
    const ways = items(raw.next).map((way, n) => ({
      to: text(data(way).to),
      path: [...origin, "next", n],
    }));
    const idle = new Set(
      step.edges.flatMap(({ on, to, when }) =>
        on === "next" && (when === null || !asksForUnreached(when, node))
          ? [to]
          : [],
      ),
    );
    for (const [n, { to }] of step.edges.entries())
      if (proof.takes(i, n) !== "no") idle.delete(to);
    return ways.flatMap(({ to, path }, n) => {
      // Where nobody ever comes to, that is the mistake.
      if (!idle.has(to) || !isReached(to, proof, node)) return [];
      const at = node.source.span(path, "value");
      const later = laterOn(to, i, node);
      return [
        diagnose("flow/never-taken", at, { to, later, isFirst: n === 0 }),
      ];
    });
  }),
);

/** The questions that are asked too late for each of the ways from a step to another. */
function laterOn(id: string, from: number, node: FunnelNode): string[] {
  const { edges = [] } = node.funnel.steps[from] ?? {};
  const later = edges.flatMap(({ on, to, when }) => {
    if (on !== "next" || to !== id) return [];
    return [when === null ? [] : laterQuestions([{ from, when }], node)];
  });
  return later.some((named) => named.length === 0)
    ? []
    : [...new Set(later.flat())];
}

function isReached(id: string, proof: Proof, { funnel }: FunnelNode): boolean {
  const i = funnel.steps.findIndex((step) => step.id === id);
  return proof.find({ step: i }) !== null;
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
    const decides = into.some(
      ({ from, n, when }) => when === null || proof.misses(from, n) !== "no",
    );
    // Where there is no other way, that is the mistake.
    const isChoice = into.every(({ from, n }) => {
      const { edges = [] } = steps[from] ?? {};
      return edges.slice(n + 1).some(({ on }) => on === edges[n]?.on);
    });
    if (decides || !isChoice) return [];
    if (into.every(({ from, n }) => proof.takes(from, n) !== "yes")) return [];
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
