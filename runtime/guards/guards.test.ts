import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { data, items } from "../../compiler/schema/read.ts";
import { ROOT } from "../../compiler/testing/root.ts";
import { nextStep } from "../core/flow.ts";
import { funnel, stepOf } from "../testing/funnel.ts";
import { afterDanger } from "./after-danger.ts";
import type { GuardContext } from "./guard.ts";
import { prerequisites } from "./prerequisites.ts";
import { guards } from "./registry.ts";
import { runGuards } from "./run-guards.ts";
import { VISITOR_WAIT_MS, visitorLoaded } from "./visitor-loaded.ts";

const PASS = { kind: "pass" };
const never = new Promise<void>(() => undefined);
const context: GuardContext = {
  funnel,
  step: stepOf("oto"),
  answers: { gender: "male" },
  contact: { email: "a@b.co" },
  wasOffered: false,
  visitorMissing: true,
  returned: false,
  loadVisitor: () => Promise.resolve(),
  sleep: () => never,
};

test.each([
  ["everything", { gender: "male" }, { email: "a@b.co" }, PASS],
  ["no answer", {}, { email: "a@b.co" }, { kind: "redirect", to: "gender" }],
  ["no contact", { gender: "male" }, {}, { kind: "redirect", to: "email" }],
  ["nothing", {}, {}, { kind: "redirect", to: "gender" }],
  [
    "another field",
    { gender: "male" },
    { name: "A" },
    { kind: "redirect", to: "email" },
  ],
])("prerequisites with %s", (_, answers, contact, result) => {
  expect(prerequisites({ ...context, answers, contact })).toEqual(result);
});

describe("whoever has said that they are in danger", () => {
  const gender = { kind: "answer", step: "gender", in: ["male"] } as const;
  const oto = { ...stepOf("oto"), notAfter: [gender] };

  test("goes on from an offer to where that answer leads", () => {
    const next = nextStep(funnel, stepOf("gender"), "next", context.answers);
    expect(next?.page).not.toBe("offer");
    expect(afterDanger({ ...context, step: oto })).toEqual({
      kind: "redirect",
      to: next?.id,
    });
  });

  test.each<[string, Partial<GuardContext>]>([
    ["has said otherwise since", { step: oto, answers: { gender: "female" } }],
    ["comes back from a payment page", { step: oto, returned: true }],
    ["is on a page that sells nothing", { step: stepOf("gender") }],
  ])("stays who %s", (_, change) => {
    expect(afterDanger({ ...context, ...change })).toEqual(PASS);
  });
});

test("back from the payment page, nobody is sent to the first question", () => {
  const lost = { ...context, answers: {}, contact: {}, returned: true };
  expect(prerequisites(lost)).toEqual(PASS);
});

test("whoever came to an offer of an earlier edition is led back for nothing that is asked now", () => {
  const step = { ...stepOf("oto"), late: true } as const;
  const lost = { ...context, step, answers: {}, contact: {}, wasOffered: true };
  expect(prerequisites(lost)).toEqual(PASS);
  const toGender = { kind: "redirect", to: "gender" };
  expect(prerequisites({ ...lost, wasOffered: false })).toEqual(toGender);
  expect(prerequisites({ ...lost, step: stepOf("oto") })).toEqual(toGender);
});

test("a step that needs nothing passes; a prototype's name is no answer", () => {
  expect(
    prerequisites({ ...context, step: stepOf("gender"), answers: {} }),
  ).toEqual(PASS);
  const needs = [
    { kind: "contact", id: "constructor", from: "email" },
  ] as const;
  const step = stepOf("oto", { needs });
  expect(prerequisites({ ...context, step })).toEqual({
    kind: "redirect",
    to: "email",
  });
});

test("visitor info that is there passes at once, missing one is loaded", async () => {
  expect(visitorLoaded({ ...context, visitorMissing: false })).toEqual(PASS);
  await expect(visitorLoaded(context)).resolves.toEqual(PASS);
});

test("a page is held back for three seconds at most", async () => {
  const waits: number[] = [];
  const sleep = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  await expect(
    visitorLoaded({ ...context, loadVisitor: () => never, sleep }),
  ).resolves.toEqual(PASS);
  expect(waits).toEqual([VISITOR_WAIT_MS]);
  expect(VISITOR_WAIT_MS).toBe(3_000);
});

test("the first guard that redirects decides, and nothing after it runs", async () => {
  let loads = 0;
  const loadVisitor = () => {
    loads += 1;
    return Promise.resolve();
  };
  const early = { ...context, loadVisitor, answers: {} };
  expect(runGuards(early)).toEqual({ kind: "redirect", to: "gender" });
  expect(loads).toBe(0);
  const late = {
    ...early,
    step: stepOf("oto", { guards: ["visitor-loaded", "prerequisites"] }),
  };
  await expect(runGuards(late)).resolves.toEqual({
    kind: "redirect",
    to: "gender",
  });
  expect(loads).toBe(1);
});

test("pages of a brand may have each guard that those of a funnel may have", () => {
  const named = ["funnel", "brand"].map((kind) => {
    const file = join(ROOT, `schema/${kind}.schema.json`);
    const { page } = data(
      data(JSON.parse(readFileSync(file, "utf8")))["$defs"],
    );
    const { guards: of } = data(data(page)["properties"]);
    return data(data(of)["items"])["enum"];
  });
  const known = new Set(Object.keys(guards));
  for (const names of named) expect(new Set(items(names))).toEqual(known);
});
