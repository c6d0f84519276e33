import type { Condition, Edge, EdgeKind } from "../shared/contract.ts";
import type { Path } from "../diagnostics/span.ts";
import { both } from "./conjunction.ts";
import { linkCondition } from "./condition.ts";
import { optionValue } from "./options.ts";
import { noteLink, type StepUsage } from "./step-usage.ts";
import { isAside, keyPath, type RawStep } from "./raw-steps.ts";
import { data, items, text } from "../schema/read.ts";
import type { Findings, FunnelScope } from "./scope.ts";

/**
 * The pages of a brand are no flow: `next` is the path of the brand that the button of a page leads to, and a page that
 * is there to lead on has to have one.
 */
export function linkBrandEdges(
  steps: readonly RawStep[],
  usages: readonly StepUsage[],
  findings: Findings,
): Edge[][] {
  return steps.map(({ id, raw, path, traits }, i) => {
    const at = [...path, "next"];
    if (!traits.entrance) {
      if (raw.next !== undefined)
        findings.add("flow/idle-next", at, { isOffer: false });
      return [];
    }
    const usage = usages[i];
    const to = text(raw.next);
    if (to === "")
      findings.add("page/leads-nowhere", [...path, "path"], { id });
    else if (usage !== undefined) noteLink(usage, to, at);
    return to === "" ? [] : [{ on: "next", to, when: null }];
  });
}

/** The edges of every step, skipped steps already resolved into conditions. */
export function linkEdges(
  steps: readonly RawStep[],
  scope: FunnelScope,
  findings: Findings,
): Edge[][] {
  const targets = createTargets(steps, scope, findings);
  return steps.map((step, i) => {
    const { flow } = step;
    if (flow !== "forward" && step.raw.next !== undefined)
      findings.add("flow/idle-next", keyPath(step, "next"), {
        isOffer: flow === "offer",
      });
    switch (flow) {
      case "forward":
        return [
          ...jumpsOf(step, targets),
          ...(step.raw.next === undefined
            ? targets.following(i)
            : nextOf(step, targets, scope, findings)),
        ];
      case "offer":
        return outcomesOf(step, targets);
      case "end":
        return [];
    }
  });
}

/** What the edges of a funnel may lead to. */
interface Targets {
  /** The step that the content of step `from` names at `path`. */
  named(
    from: string,
    name: unknown,
    path: Path,
    on: EdgeKind,
    given: Condition | null,
  ): Edge[];
  /** What comes behind step `i` in the file. */
  following(i: number): Edge[];
}

function createTargets(
  steps: readonly RawStep[],
  scope: FunnelScope,
  findings: Findings,
): Targets {
  const index = new Map(steps.map((step, i) => [step.id, i]));
  const whens = steps.map((step) =>
    linkCondition(step.raw.when, keyPath(step, "when"), scope, findings),
  );

  /** Entering step `i`: the step itself, or what follows in the file when its `when` does not hold. */
  function enter(i: number, on: EdgeKind, given: Condition | null): Edge[] {
    const edges: Edge[] = [];
    for (let at = i; at < steps.length; at = behind(steps, at)) {
      const target = steps[at];
      const when = whens[at] ?? null;
      if (target === undefined) break;
      // Edges are tried in order, so the ones behind a skipped step need no negation.
      edges.push({ on, to: target.id, when: both(given, when) });
      if (when === null) break;
    }
    return edges;
  }

  return {
    named: (from, name, path, on, given) => {
      const target = index.get(text(name));
      // Of an offer that is made again, the rules of the flow speak.
      if (name === from && on === "next") {
        findings.add("step/itself", path, { name: from });
        return [];
      }
      if (target !== undefined) return enter(target, on, given);
      const known = scope.steps;
      findings.add("step/unknown", path, { name: text(name), known });
      return [];
    },
    following: (i) => enter(behind(steps, i), "next", null),
  };
}

/** The next step in the file; whoever is on the way is not sent to an entrance, nor to another address of a page. */
function behind(steps: readonly RawStep[], i: number): number {
  let next = i + 1;
  while (isAside(steps[next])) next++;
  return next;
}

/** Where single choices lead. */
function jumpsOf(step: RawStep, targets: Targets): Edge[] {
  const { list, path } = step.choices ?? { list: [], path: [] };
  return list.flatMap((option, n) => {
    const { to } = data(option);
    if (to === undefined) return [];
    const when: Condition = {
      kind: "answer",
      step: step.id,
      in: [optionValue(option)],
    };
    return targets.named(step.id, to, [...path, n, "to"], "next", when);
  });
}

/** Where `next` leads: to one step, or to the first of several whose condition holds. */
function nextOf(
  step: RawStep,
  targets: Targets,
  scope: FunnelScope,
  findings: Findings,
): Edge[] {
  const { next } = step.raw;
  if (typeof next === "string")
    return targets.named(step.id, next, keyPath(step, "next"), "next", null);
  return items(next).flatMap((item, n) => {
    const { to, when } = data(item);
    const path = [...keyPath(step, "next"), n];
    const condition = linkCondition(when, [...path, "when"], scope, findings);
    return targets.named(step.id, to, [...path, "to"], "next", condition);
  });
}

/** Where an offer leads, by how it ended. */
function outcomesOf(step: RawStep, targets: Targets): Edge[] {
  return (["accept", "decline", "failed"] as const).flatMap((on) =>
    step.raw[on] === undefined
      ? []
      : targets.named(step.id, step.raw[on], keyPath(step, on), on, null),
  );
}
