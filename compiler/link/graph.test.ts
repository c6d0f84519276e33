import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fuzz } from "../testing/fuzz.ts";
import type { Edge } from "../shared/contract.ts";
import { buildGraph, progressOf } from "./graph.ts";

type Flow = "forward" | "offer" | "end";
type Weight = "full" | "light";

/** Steps named by position; `targets[i]` are the steps that step `i` leads to. */
function stepsOf(targets: readonly (readonly number[])[]) {
  return targets.map((to, i) => ({
    id: String(i),
    edges: to.map((target): Edge => ({
      on: "next",
      to: String(target),
      when: null,
    })),
  }));
}

function graphOf(
  targets: readonly (readonly number[])[],
  entrances: readonly number[] = [],
) {
  const flows = targets.map((to): Flow =>
    to.length === 0 ? "end" : "forward",
  );
  return buildGraph(stepsOf(targets), flows, new Set(entrances));
}

/** Steps that all count in full. */
function fullOf(targets: readonly unknown[]): Weight[] {
  return targets.map(() => "full");
}

const sorted = (numbers: Iterable<number>) =>
  [...numbers].sort((a, b) => a - b);

describe("a fork that joins again", () => {
  const graph = graphOf([[1, 2], [3], [3], [4], [], [4]]);

  test("is reached in all its parts, what no way leads to is not", () => {
    expect(sorted(graph.reachable)).toEqual([0, 1, 2, 3, 4]);
  });

  test("finishes everywhere", () => {
    expect(sorted(graph.finishing)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("is dominated by what lies on all ways", () => {
    expect(graph.dominators.map(sorted)).toEqual([
      [0],
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 3, 4],
      [],
    ]);
  });
});

test("what visitors come to from outside is reached, and nothing lies before it", () => {
  const graph = graphOf([[1], [2], [], [1], [2]], [3]);
  expect(sorted(graph.reachable)).toEqual([0, 1, 2, 3]);
  expect(graph.dominators.map(sorted)).toEqual([[0], [1], [1, 2], [3], []]);
});

test("a loop without exit does not finish", () => {
  const graph = graphOf([[1, 3], [2], [1], []]);
  expect(sorted(graph.finishing)).toEqual([0, 3]);
  expect(sorted(graph.reachable)).toEqual([0, 1, 2, 3]);
});

test("a step that leads to one other in several ways has one successor", () => {
  expect(graphOf([[1, 1], []]).successors).toEqual([[1], []]);
});

test("an empty funnel has an empty graph", () => {
  expect(graphOf([]).reachable.size).toBe(0);
});

const anyGraph = fc.integer({ min: 1, max: 9 }).chain((size) =>
  fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }), {
    minLength: size,
    maxLength: size,
  }),
);

test("a step dominates another when no way goes around it", () => {
  fc.assert(
    fc.property(anyGraph, (targets) => {
      const graph = graphOf(targets);
      for (const target of graph.reachable)
        for (const other of graph.reachable) {
          // Without `other`, can `target` still be reached?
          const without = graphOf(
            targets.map((to, i) =>
              i === other ? [] : to.filter((n) => n !== other),
            ),
          );
          const around =
            other !== 0 && without.reachable.has(target) && target !== other;
          expect(graph.dominators[target]?.has(other)).toBe(!around);
        }
    }),
    fuzz(100),
  );
});

describe("progress", () => {
  const flows = (...all: Flow[]) => all;

  test("grows along the longest way and ends before the first offer", () => {
    const targets = [[1], [2], [3], [4], []];
    const graph = graphOf(targets);
    const progress = progressOf(
      fullOf(targets),
      flows("forward", "forward", "forward", "offer", "end"),
      graph.successors,
    );
    expect(progress).toEqual([0, 0.333, 0.667, null, null]);
  });

  test("counts an information screen little", () => {
    const weights: Weight[] = ["light", "full", "full"];
    expect(
      progressOf(weights, flows("forward", "forward", "end"), [[1], [2], []]),
    ).toEqual([0, 0.259, null]);
  });

  test("never goes back on any way through a funnel without loops", () => {
    const dag = anyGraph.map((targets) =>
      targets.map((to, i) => to.filter((n) => n > i)),
    );
    fc.assert(
      fc.property(dag, (targets) => {
        const all = targets.map((): Flow => "forward");
        const progress = progressOf(fullOf(targets), all, targets);
        targets.forEach((to, i) =>
          to.forEach((n) =>
            expect(progress[n]).toBeGreaterThan(progress[i] ?? 1),
          ),
        );
      }),
      fuzz(100),
    );
  });

  test("begins behind what leads into the quiz", () => {
    const targets = [[1], [2], [3], []];
    const all = flows("forward", "forward", "forward", "end");
    expect(progressOf(fullOf(targets), all, targets, new Set([0]))).toEqual([
      null,
      0,
      0.5,
      null,
    ]);
  });

  test("ends in spite of a loop", () => {
    expect(
      progressOf(["full", "full"], flows("forward", "forward"), [[1], [0]])[0],
    ).toBe(0);
  });
});
