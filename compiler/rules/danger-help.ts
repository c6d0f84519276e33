import {
  diagnose,
  type Diagnostic,
  onePerPlace,
} from "../diagnostics/diagnostic.ts";
import { holdsFor, idsOnWay, stepsAfter } from "../link/danger.ts";
import type { DangerousAnswer, FunnelNode } from "../link/program.ts";
import { isCondition } from "../prove/conditions.ts";
import { data, items } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, writtenStep } from "./step-span.ts";

/**
 * Who says that they are in danger is told whom to call: by the first page that asks nothing, and where they end. Where
 * they come to an offer, that is the mistake, and `danger` says it.
 */
export const dangerHelp: FunnelRule = (node) =>
  onePerPlace(
    node.dangers.flatMap((answer) => {
      const after = stepsAfter(answer, node);
      const isSold = [...after.keys()].some((i) => flowOf(i, node) === "offer");
      return isSold ? [] : [...first(answer, node), ...ends(answer, node)];
    }),
  );

function first(answer: DangerousAnswer, node: FunnelNode): Diagnostic[] {
  const isLast = (i: number) => !node.answered.has(i);
  const after = stepsAfter(answer, node, isLast);
  return [...after.keys()]
    .filter((i) => isLast(i) && !isUrgent(node.funnel.steps[i]?.props))
    .map((i) => withoutHelp(answer, i, after, "first", node));
}

function ends(answer: DangerousAnswer, node: FunnelNode): Diagnostic[] {
  const after = stepsAfter(answer, node);
  return [...after.keys()]
    .filter((i) => flowOf(i, node) === "end" && !helps(answer, i, node))
    .map((i) => withoutHelp(answer, i, after, "end", node));
}

/** Whether somebody with the answer certainly sees an urgent section, on whichever side of an experiment. */
function helps(answer: DangerousAnswer, i: number, node: FunnelNode): boolean {
  const step = node.funnel.steps[i];
  const sides = [step?.props, ...(step?.variant ? [step.variant.props] : [])];
  return sides.every((props) =>
    items(data(props).sections).some((section) => {
      const { when } = data(section);
      const isSeen = !isCondition(when) || holdsFor(when, answer) === true;
      return isUrgent(section) && isSeen;
    }),
  );
}

function withoutHelp(
  answer: DangerousAnswer,
  i: number,
  after: ReadonlyMap<number, number | null>,
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

/** On what is urgent, nothing stands before the numbers. */
export const numberFirst: FunnelRule = (node) =>
  onePerPlace(
    node.funnel.steps.flatMap(({ props }, i) => {
      const origin = node.origins[i] ?? [];
      const written = data(writtenStep(node, i));
      const late = (after: "words" | "drawing", key: string) =>
        diagnose(
          "danger/number-late",
          node.source.span([...origin, key], "value"),
          { after },
        );
      const own = isUrgent(props)
        ? [
            ...(data(props).picture === undefined
              ? []
              : [late("drawing", "picture")]),
            ...(beginsWithNumber(props) ? [] : [late("words", "text")]),
          ]
        : [];
      const sections = items(data(props).sections).flatMap((section, n) => {
        if (!isUrgent(section) || beginsWithNumber(section)) return [];
        const shown = data(items(written.sections)[n]);
        const path = [...origin, "sections", n];
        const at =
          shown.text === undefined
            ? nameOf(node, i)
            : node.source.span([...path, "text"], "value");
        return [diagnose("danger/number-late", at, { after: "words" })];
      });
      return [...own, ...sections];
    }),
  );

function flowOf(i: number, { funnel, traits }: FunnelNode) {
  return traits.pages[funnel.steps[i]?.page ?? ""]?.flow;
}

function isUrgent(props: unknown): boolean {
  return data(props).urgent === true;
}

/** Whether the first paragraph or list of a linked text holds a number to call or to write to. */
function beginsWithNumber(props: unknown): boolean {
  const [block] = items(data(props).text);
  return holdsNumber(block);
}

function holdsNumber(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(holdsNumber);
  const { kind, href, children, items: entries } = data(part);
  if (kind === "link" && /^(?:tel|sms):/.test(String(href))) return true;
  return [...items(children), ...items(entries)].some(holdsNumber);
}
