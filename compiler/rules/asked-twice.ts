import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import type { FunnelNode } from "../link/program.ts";
import { data, items, text } from "../schema/read.ts";
import type { Step } from "../shared/contract.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, writtenStep } from "./step-span.ts";

/** Nobody is asked in the same words for what they have answered, nor for an email or a name that they have given. */
export const askedTwice: FunnelRule = (node) => {
  const { funnel, graph, asides } = node;
  const earlier = new Map<string, number[]>();
  return funnel.steps.flatMap((step, i): Diagnostic[] => {
    // Another address of a page is the same page.
    if (asides.has(i)) return [];
    const { names, what } = asksOf(step, i, node);
    const firsts = names.map((name) => {
      const known = earlier.get(name) ?? [];
      earlier.set(name, [...known, i]);
      return known.find(
        (at) => graph.dominators[i]?.has(at) === true && isAlike(at, i, node),
      );
    });
    const given = firsts.filter((at) => at !== undefined);
    // A form may show once more what was given before, beside what it asks for.
    if (given.length === 0 || given.length < names.length) return [];
    const first = Math.max(...given);
    const words = { what, first: funnel.steps[first]?.id ?? "" };
    const note = { message: "first asked here", at: nameOf(node, first) };
    const at = nameOf(node, i);
    return [diagnose("question/asked-twice", at, words, [note])];
  });
};

/** What a step asks for: contact fields, or its question in its words. */
function asksOf(
  step: Step,
  i: number,
  node: FunnelNode,
): { names: readonly string[]; what: string | null } {
  const fields = contactFieldsOf(step, node.traits);
  if (fields.length > 0)
    return {
      names: fields.map((field) => `contact ${field}`),
      what: fields.join(" and "),
    };
  const answer = node.traits.pages[step.page]?.answer ?? null;
  if (answer === null) return { names: [], what: null };
  const { ask } = data(writtenStep(node, i));
  return { names: [`${step.page} ${text(ask)}`], what: null };
}

/** Whether what is rated and what is chosen from are the same; forms have neither. */
function isAlike(one: number, other: number, node: FunnelNode): boolean {
  const [said, again] = [one, other].map((i) => {
    const { statement, options } = data(writtenStep(node, i));
    const labels = items(options).map((each) =>
      text(each, text(data(each).label)),
    );
    return [text(statement), text(options), ...labels].join("\n");
  });
  return said === again;
}
