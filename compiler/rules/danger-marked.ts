import {
  diagnose,
  type Diagnostic,
  onePerPlace,
} from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { optionValue } from "../link/options.ts";
import type { FunnelNode } from "../link/program.ts";
import { sidesOf } from "../link/sides.ts";
import { valueAt } from "../schema/json-pointer.ts";
import { data, items, text } from "../schema/read.ts";
import type { Condition } from "../shared/contract.ts";
import { isCondition } from "../prove/conditions.ts";
import { isUrgent } from "./danger-help.ts";
import type { FunnelRule } from "./rule.ts";

/** Words by which somebody says that they may hurt themselves, or want to live no longer. */
const SAID =
  /\b(?:kill(?:ing)?|hurt(?:ing)?|harm(?:ing)?|cut(?:ting)?) myself\b|\bself[- ]harm\b|\bsuicid(?:al|e)\b|\bend(?:ing)? my(?: own)? life\b|(?:\bnot?|n[’']t) want(?:ing)? to (?:live|go on|be alive|be here)\b|\b(?:better off|rather be) dead\b/i;

/** Numbers that are called by those whose life is in danger. */
const LIFE = /"tel:\+?(?:911|999|112|988|116123)"/;

/** Words that say that it is not so. */
const DENIED = /^(?:no|never|none|not)\b/i;

/** Words that tell it of another time, or of somebody else. */
const ELSEWHERE =
  /\b(?:never|no longer|lost|somebody|someone)\b|\b(?:his|her|their)\b|[’']s suicide\b/i;

/** Whoever gives an answer that what is urgent is shown for, or that says it in words, may be in danger. */
export const dangerMarked: FunnelRule = (node) => {
  const marked = new Map(
    node.dangers.map(({ step, value, isOneOfSeveral }) => [
      key(step, value),
      isOneOfSeveral,
    ]),
  );
  const shown = urgentFor(node, marked);
  const urgent = urgentSteps(node);
  return onePerPlace(
    choicesIn(node).flatMap(({ step, choice, path }): Diagnostic[] => {
      const value = optionValue(choice);
      if (marked.has(key(step, value))) return [];
      const label = text(data(choice).label) || text(choice);
      const isLedThere = urgent.has(text(data(choice).to));
      if (DENIED.test(label)) return [];
      const isUrgentFor = isLedThere || shown.has(key(step, value));
      if (!isUrgentFor && (!SAID.test(label) || ELSEWHERE.test(label)))
        return [];
      const because = isUrgentFor ? "urgent" : "words";
      const at = node.source.span(path, "value");
      return [diagnose("danger/not-marked", at, { label, because })];
    }),
  );
};

function key(step: string, value: string): string {
  return JSON.stringify([step, value]);
}

function urgentSteps({ funnel }: FunnelNode): ReadonlySet<string> {
  return new Set(
    funnel.steps.flatMap((step) =>
      sidesOf(step).some(({ props }) => savesLives(props)) ? step.id : [],
    ),
  );
}

/** The answers by which a visitor comes to see an urgent page, or an urgent section. */
function urgentFor(
  { funnel, origins, source }: FunnelNode,
  marked: ReadonlyMap<string, boolean>,
): ReadonlySet<string> {
  const conditions = funnel.steps.flatMap((step, i) => {
    const { when } = data(valueAt(source.data, origins[i] ?? []));
    return sidesOf(step).flatMap(({ props }) => [
      ...(savesLives(props) ? [asWritten(when)] : []),
      ...items(data(props).sections).flatMap((section) => {
        const { when: shown } = data(section);
        return savesLives(section) && isCondition(shown) ? [shown] : [];
      }),
    ]);
  });
  return new Set(conditions.flatMap((when) => named(when, marked)));
}

/** Whether something is urgent and names a number for those whose life is in danger. */
function savesLives(props: unknown): boolean {
  return isUrgent(props) && LIFE.test(JSON.stringify(data(props).text ?? ""));
}

/** The answers of a condition as they are written, without what is asked of numbers and scores. */
function asWritten(when: unknown): Condition {
  const { any, not: _, score: __, band: ___, ...answers } = data(when);
  const of = Object.entries(answers).map(([step, value]): Condition => {
    const values = typeof value === "string" ? [value] : items(value);
    return { kind: "answer", step, in: values.map((one) => text(one)) };
  });
  const parts = items(any).map(asWritten);
  return {
    kind: "all",
    of: parts.length === 0 ? of : [...of, { kind: "any", of: parts }],
  };
}

/** The answers that meet a condition; beside one that is marked, the others only narrow it. */
function named(
  condition: Condition,
  marked: ReadonlyMap<string, boolean>,
): string[] {
  switch (condition.kind) {
    case "all": {
      const parts = condition.of.map((part) => named(part, marked));
      const told = parts.filter((part) =>
        part.some((answer) => marked.has(answer)),
      );
      return (told.length > 0 ? told : parts).flat();
    }
    case "any":
      return condition.of.flatMap((part) => named(part, marked));
    case "answer": {
      const all = condition.in.map((value) => key(condition.step, value));
      // Of answers that can be given together, the others come with the one that is marked.
      return all.some((answer) => marked.get(answer) === true)
        ? all.filter((answer) => marked.has(answer))
        : all;
    }
    default:
      return [];
  }
}

interface Choice {
  readonly step: string;
  readonly choice: unknown;
  readonly path: Path;
}

function choicesIn({ funnel, origins, source }: FunnelNode): Choice[] {
  return funnel.steps.flatMap(({ id }, i) => {
    const own = [...(origins[i] ?? []), "options"];
    const written = valueAt(source.data, own);
    const path = Array.isArray(written) ? own : ["optionSets", text(written)];
    return items(valueAt(source.data, path)).map((choice, n) => ({
      step: id,
      choice,
      path: [...path, n],
    }));
  });
}
