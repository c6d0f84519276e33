/** What who comes to a page sees of its sections. */
import type { FunnelNode } from "../link/program.ts";
import { data, items, text } from "../schema/read.ts";
import type { Condition, Step } from "../shared/contract.ts";
import { allOf, anyOf, isCondition, pointsOf } from "./conditions.ts";

/**
 * The conditions under which the sections of a page, on one side of its experiment, are seen; null where everybody
 * sees something.
 */
export function bareUnder(
  { props }: Pick<Step, "props">,
  node: FunnelNode,
): Condition[] | null {
  const { text: lead, sections } = data(props);
  const all = items(sections);
  const whens = all.flatMap((section) => seenUnder(section, node) ?? []);
  const isMade = all.length > 0 && whens.length === all.length;
  return isMade && lead === undefined ? whens : null;
}

/** The conditions that are written at the sections of a page, or at all points of one. */
export function writtenUnder({ props }: Pick<Step, "props">): Condition[] {
  return items(data(props).sections).flatMap(
    (section) => together(writtenIn(section)) ?? [],
  );
}

/** The condition under which something of a section is seen: its own, of its points, of its rows; null for everybody. */
function seenUnder(section: unknown, node: FunnelNode): Condition | null {
  return together([...writtenIn(section), oneOf(rowsOf(section, node))]);
}

/** The condition of a section, and that of its points. */
function writtenIn(section: unknown): (Condition | null)[] {
  const { when } = data(section);
  return [isCondition(when) ? when : null, oneOf(pointsOf(section))];
}

/** All of some conditions; null where there are none. */
function together(all: readonly (Condition | null)[]): Condition | null {
  const parts = all.flatMap((part) => part ?? []);
  const [first = null, ...others] = parts;
  return first === null || others.length === 0 ? first : allOf(parts);
}

/** One of some conditions; null where one is always met, or there are none. */
function oneOf(conditions: readonly (Condition | null)[]): Condition | null {
  const all = conditions.flatMap((one) => one ?? []);
  return all.length > 0 && all.length === conditions.length ? anyOf(all) : null;
}

/** The conditions of the rows of a section that shows answers: without one, a row is left out. */
function rowsOf(
  section: unknown,
  { funnel, traits }: FunnelNode,
): (Condition | null)[] {
  return items(data(section).items).map((row) => {
    const id = text(data(row).question);
    const page = funnel.steps.find((step) => step.id === id)?.page ?? "";
    const isQuestion = (traits.pages[page]?.answer ?? null) !== null;
    return isQuestion ? answered(id) : null;
  });
}

/** Whether something was answered to a question. */
function answered(id: string): Condition {
  return { kind: "range", of: "answer", id, min: null, max: null };
}
