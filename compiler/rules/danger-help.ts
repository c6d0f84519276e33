import {
  diagnose,
  type Diagnostic,
  onePerPlace,
} from "../diagnostics/diagnostic.ts";
import { holdsFor, idsOnWay, isOffer, stepsAfter } from "../link/danger.ts";
import type { DangerousAnswer, FunnelNode } from "../link/program.ts";
import { sidesOf } from "../link/sides.ts";
import { isCondition } from "../prove/conditions.ts";
import { data, items } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/**
 * Whoever says that they are in danger is told whom to call: by the first page that asks nothing, and where they end.
 * Where they come to an offer, that is the mistake, and `danger` says it.
 */
export const dangerHelp: FunnelRule = (node) =>
  onePerPlace(
    node.dangers.flatMap((answer) => {
      const after = stepsAfter(answer, node);
      const isSold = [...after.keys()].some((i) => isOffer(i, node));
      return isSold
        ? []
        : [...first(answer, node), ...ends(answer, after, node)];
    }),
  );

type After = ReturnType<typeof stepsAfter>;

function first(answer: DangerousAnswer, node: FunnelNode): Diagnostic[] {
  const isLast = (i: number) => !node.answered.has(i);
  const after = stepsAfter(answer, node, isLast);
  return [...after.keys()]
    .filter(
      (i) =>
        isLast(i) &&
        !shownAt(i, node).every(isUrgent) &&
        !helps(answer, i, node),
    )
    .map((i) => withoutHelp(answer, i, after, "first", node));
}

function ends(
  answer: DangerousAnswer,
  after: After,
  node: FunnelNode,
): Diagnostic[] {
  const { funnel, traits } = node;
  const isEnd = (i: number) =>
    traits.pages[funnel.steps[i]?.page ?? ""]?.flow === "end";
  return [...after.keys()]
    .filter((i) => isEnd(i) && !helps(answer, i, node))
    .map((i) => withoutHelp(answer, i, after, "end", node));
}

/** Whether somebody with the answer certainly sees an urgent section, on whichever side of an experiment. */
function helps(answer: DangerousAnswer, i: number, node: FunnelNode): boolean {
  return shownAt(i, node).every((props) =>
    items(data(props).sections).some((section) => {
      const { when } = data(section);
      const isSeen = !isCondition(when) || holdsFor(when, answer) === true;
      return isUrgent(section) && isSeen;
    }),
  );
}

/** What a step shows, on each side of its experiment. */
function shownAt(i: number, { funnel }: FunnelNode): readonly unknown[] {
  const step = funnel.steps[i];
  return step === undefined ? [] : sidesOf(step).map(({ props }) => props);
}

function withoutHelp(
  answer: DangerousAnswer,
  i: number,
  after: After,
  at: "first" | "end",
  node: FunnelNode,
): Diagnostic {
  const { value, path } = answer;
  const id = node.funnel.steps[i]?.id ?? "";
  const way = idsOnWay(i, after, node);
  const said = node.source.span(path, "value");
  const note = { message: "the answer is here", at: said };
  const words = { value, id, way, at };
  return diagnose("danger/no-help", nameOf(node, i), words, [note]);
}

/** Whether a page or a section says that it tells somebody in danger whom to call. */
export function isUrgent(props: unknown): boolean {
  return data(props).urgent === true;
}
