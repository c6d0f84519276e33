import { expect, test } from "vitest";
import { funnel as base, funnelWith } from "../testing/funnel.ts";
import { contextWith } from "../testing/vendors.ts";
import { plan } from "./plan.ts";

const cycle = "/quiz-focus/2-cycle";

/** Ways from the steps of the first question's document, by address, with something changed of the second question. */
function waysOf(change: object, settings: Parameters<typeof contextWith>[0]) {
  const { brand } = contextWith(settings);
  const [first, second, ...others] = base.steps;
  const [mount] = base.mounts;
  if (first === undefined || mount === undefined) throw new Error("no steps");
  const steps = [first, { ...second, ...change }, ...others];
  const funnel = funnelWith({ analytics: true, steps });
  const planned = plan({ brand, funnel, mount, step: first });
  const ways = Object.entries(planned?.steps ?? {});
  return ways.map(([address, { next }]) => ({ address, next }));
}

const READING = { tagManager: { id: "GTM-1", hosts: [] } };

test("a hidden step has a document of its own where a script may look at the page by itself", () => {
  const [first, ...others] = waysOf({ sensitive: "whole" }, READING);
  expect(first?.next).toMatchObject({ female: cycle });
  expect(others.map(({ address }) => address)).not.toContain(cycle);
});

test("it is in the same document where no such script runs", () => {
  const [first, second] = waysOf({ sensitive: "whole" }, {});
  expect(first?.next).toMatchObject({ female: cycle });
  expect(second?.address).toBe(cycle);
});

test("a step with two sides waits for React, which knows the visitor's", () => {
  const variant = { experiment: "words", props: {} };
  const [first, ...others] = waysOf({ variant }, {});
  expect(Object.keys(first?.next ?? {})).toEqual(["male"]);
  expect(others.map(({ address }) => address)).not.toContain(cycle);
});
