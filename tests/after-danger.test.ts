/** Whoever has said that they are in danger comes to no offer of the content, by no address. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";
import type { Funnel, Step } from "../generated/contract.ts";
import type { Answers } from "../runtime/core/answers.ts";
import { nextStep } from "../runtime/core/flow.ts";
import { afterDanger } from "../runtime/guards/after-danger.ts";
import type { GuardResult } from "../runtime/guards/guard.ts";
import { brands, funnelsOf } from "./testing/content.ts";

const all = (await Promise.all(brands.map(funnelsOf))).flat();
const asking = all.filter(({ brand, id, entry }) => {
  if (entry === null) return false;
  const file = join(ROOT, "funnels", brand, `${id}.yaml`);
  return readFileSync(file, "utf8").includes("danger: true");
});

function sells({ edges }: Step): boolean {
  return edges.some(({ on }) => on === "accept");
}

/** Each answer of danger by itself, to a question with one choice and to one with several. */
function dangers({ steps }: Funnel): readonly Answers[] {
  const conditions = steps.flatMap(({ notAfter = [] }) => notAfter);
  return conditions.flatMap(({ step, in: values }) =>
    values.flatMap((value) => [{ [step]: value }, { [step]: [value] }]),
  );
}

function stepsFrom(funnel: Funnel, id: string, answers: Answers): Step[] {
  const way: Step[] = [];
  let at = funnel.steps.find((step) => step.id === id) ?? null;
  while (at !== null && !way.includes(at)) {
    way.push(at);
    at = nextStep(funnel, at, "next", answers);
  }
  return way;
}

function entering(funnel: Funnel, step: Step, answers: Answers): GuardResult {
  return afterDanger({ funnel, step, answers, returned: false });
}

test("there are funnels that ask", () => {
  expect(asking.length).toBeGreaterThan(5);
});

describe.each(asking.map((funnel) => [`${funnel.brand}/${funnel.id}`, funnel]))(
  "%s",
  (_, funnel) => {
    if (typeof funnel === "string") throw new Error("no funnel");
    const offers = funnel.steps.filter(sells);

    test("sells nothing on any page after an answer of danger", () => {
      expect(offers).not.toEqual([]);
      expect(dangers(funnel)).not.toEqual([]);
      for (const offer of offers)
        for (const answers of dangers(funnel)) {
          const result = entering(funnel, offer, answers);
          const where = `${offer.id} ${JSON.stringify(answers)}`;
          if (result.kind !== "redirect") throw new Error(`${where} is sold`);
          for (const step of stepsFrom(funnel, result.to, answers))
            expect(sells(step), `${where} by ${step.id}`).toBe(false);
        }
    });

    test("sells to everybody else", () => {
      for (const offer of offers)
        expect(entering(funnel, offer, {})).toEqual({ kind: "pass" });
    });
  },
);
