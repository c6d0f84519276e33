import { fits } from "./assignments.ts";
import type { Leaf } from "../shared/condition-leaves.ts";
import { sidesOf } from "../link/sides.ts";
import { data, items } from "../schema/read.ts";
import type { Condition, Step } from "../shared/contract.ts";

/** A section of a linked page that not everybody sees. */
export interface Conditional {
  /** Its position on the page. */
  readonly section: number;
  readonly when: Condition;
}

/** The sections of a page that have a condition, on one side of its experiment. */
export function sectionsOf({
  props,
}: Pick<Step, "props">): readonly Conditional[] {
  return items(data(props).sections).flatMap((written, section) => {
    const { when } = data(written);
    return isCondition(when) ? [{ section, when }] : [];
  });
}

/** The conditions of a section's points, in their order; null for one that all see who see the section. */
export function pointsOf(section: unknown): (Condition | null)[] {
  return items(data(section).items).map((point) => {
    const { when } = data(point);
    return isCondition(when) ? when : null;
  });
}

/** Every condition of the points on a page, on both sides of an experiment. */
export function conditionsOfPoints(step: Step): Condition[] {
  return sidesOf(step)
    .flatMap(({ props }) => items(data(props).sections).flatMap(pointsOf))
    .flatMap((when) => when ?? []);
}

/** Every condition of a step: of its ways, and of its sections on both sides of an experiment. */
export function conditionsOf(step: Step): Condition[] {
  const sections = sidesOf(step).flatMap(sectionsOf);
  return [
    ...step.edges.flatMap(({ when }) => when ?? []),
    ...sections.map(({ when }) => when),
  ];
}

/** Whether a linked value is a condition: the linker makes nothing else of a `when`. */
export function isCondition(value: unknown): value is Condition {
  return typeof value === "object" && value !== null && "kind" in value;
}

/** The values of what a condition looks at; null where nothing is known about it. */
export type ValuesOf = (leaf: Leaf) => readonly string[] | null;

/** Whether a condition holds; null where that depends on what is not known. */
export function truthOf(
  condition: Condition,
  valuesOf: ValuesOf,
): boolean | null {
  switch (condition.kind) {
    case "all":
    case "any": {
      const decisive = condition.kind === "any";
      let open = false;
      for (const part of condition.of) {
        const truth = truthOf(part, valuesOf);
        if (truth === decisive) return decisive;
        open ||= truth === null;
      }
      return open ? null : !decisive;
    }
    case "not": {
      const inner = truthOf(condition.of, valuesOf);
      return inner === null ? null : !inner;
    }
    default: {
      const values = valuesOf(condition);
      return values === null
        ? null
        : values.some((value) => fits(value, condition));
    }
  }
}

/** One of some conditions; what they ask of the same question is one. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const answers = new Map<string, Set<string>>();
  const others: Condition[] = [];
  for (const one of conditions) {
    if (one.kind !== "answer") {
      others.push(one);
      continue;
    }
    const values = answers.get(one.step) ?? new Set();
    for (const value of one.in) values.add(value);
    answers.set(one.step, values);
  }
  const merged = [...answers].map(([step, values]): Leaf => ({
    kind: "answer",
    step,
    in: [...values],
  }));
  return { kind: "any", of: [...merged, ...others] };
}

/** None of some conditions. */
export function noneOf(conditions: readonly Condition[]): Condition {
  return { kind: "not", of: anyOf(conditions) };
}

/** All of some conditions. */
export function allOf(conditions: readonly Condition[]): Condition {
  return { kind: "all", of: conditions };
}

/** Conditions one of which is met where, and only where, the whole is: those of its first `any`; none without one. */
export function alternativesOf(when: Condition | null): Condition[] {
  switch (when?.kind) {
    case "any":
      return [...when.of];
    case "all":
      for (const [n, part] of when.of.entries()) {
        const parts = alternativesOf(part);
        if (parts.length > 0)
          return parts.map((one) => allOf(when.of.with(n, one)));
      }
      return [];
    case "not":
      return when.of.kind === "all"
        ? when.of.of.map((of) => ({ kind: "not", of }))
        : [];
    default:
      return [];
  }
}
