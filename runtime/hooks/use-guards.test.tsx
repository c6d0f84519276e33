// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { expect, test } from "vitest";
import { funnelWith, stepOf } from "../testing/funnel.ts";
import { FakeStorage } from "../testing/storage.ts";
import { testerAtom } from "../state/app.ts";
import { pageTests, storing, untilShown } from "../testing/harness.tsx";
import { type Entry, useGuards } from "./use-guards.ts";
import { CONTACT_KEY } from "../core/storage-keys.ts";

const { paths, server, watch } = pageTests();

const START = ["/quiz-focus/start?utm_source=x"];

const visitor = { visitor_id: "v-1", is_new_visitor: true, contact_info: {} };

const entry = (): Entry => useGuards();

test("a step without guards passes at once, even as prerendered", () => {
  expect(watch(entry, { at: START, restored: false }).seen[0]).toEqual({
    kind: "pass",
  });
});

test("a guarded step waits until hydrated, then sends to the first page that is missing", () => {
  const prerendered = watch(entry, {
    at: ["/quiz-focus/oto"],
    restored: false,
  });
  expect(prerendered.now()).toEqual({ kind: "waiting" });
  cleanup();
  const nothing = watch(entry, { at: ["/quiz-focus/oto"] });
  expect(nothing.now()).toEqual({ kind: "redirect", to: "gender" });
  cleanup();
  const answered = watch(entry, {
    at: ["/quiz-focus/oto"],
    backend: storing({ answers: { gender: "male" } }),
  });
  expect(answered.now()).toEqual({ kind: "redirect", to: "email" });
});

const READY = storing(
  { answers: { gender: "male" } },
  { [CONTACT_KEY]: { email: "a@b.co" } },
).entries;

function ready(): FakeStorage {
  const backend = new FakeStorage();
  for (const [key, value] of READY) backend.setItem(key, value);
  return backend;
}

test("with storage blocked, the way back from the payment page leads to the offer, not to the first question", async () => {
  server().answer = () => ({ body: visitor });
  const back = watch(entry, { at: ["/quiz-focus/oto?checkout=c-1"] });
  await untilShown(() => back.now().kind !== "waiting");
  expect(back.now()).toEqual({ kind: "pass" });
});

test("visitor info is loaded before the offer is shown, once", async () => {
  server().answer = () => ({ body: visitor });
  const backend = ready();
  const { now } = watch(entry, {
    at: ["/quiz-focus/oto"],
    backend,
  });
  expect(now()).toEqual({ kind: "waiting" });
  await untilShown(() => now().kind === "pass");
  expect(paths()).toEqual(["/visitor/visitor-info"]);
  cleanup();
  const again = watch(entry, { at: ["/quiz-focus/oto"], backend });
  expect(again.now()).toEqual({ kind: "pass" });
});

test("an API that fails keeps nobody out", async () => {
  server().answer = () => ({ status: 404 });
  const { now } = watch(entry, { at: ["/quiz-focus/oto"], backend: ready() });
  expect(now()).toEqual({ kind: "waiting" });
  await untilShown(() => now().kind === "pass");
});

test("an API that hangs holds a page back for three seconds at most", async () => {
  server().answer = () => ({ kind: "hang" });
  const timeouts: (() => void)[] = [];
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      if (ms === 3_000) timeouts.push(resolve);
    });
  const { now } = watch(entry, {
    at: ["/quiz-focus/oto"],
    backend: ready(),
    sleep,
  });
  await untilShown(() => server().calls.length === 1);
  expect(now()).toEqual({ kind: "waiting" });
  for (const resolve of timeouts) resolve();
  await untilShown(() => now().kind === "pass");
});

test("guards run in their order, and each step has its own", async () => {
  const steps = ["gender", "oto"].map((id) =>
    id === "oto"
      ? stepOf("oto", { guards: ["visitor-loaded", "prerequisites"] })
      : stepOf(id),
  );
  server().answer = () => ({ body: visitor });
  const { now } = watch(entry, {
    at: ["/quiz-focus/oto"],
    funnel: funnelWith({ steps }),
  });
  expect(now()).toEqual({ kind: "waiting" });
  await untilShown(() => now().kind === "redirect");
  expect(now()).toEqual({ kind: "redirect", to: "gender" });
});

test("tester mode skips guards", () => {
  const { now, store } = watch(entry, { at: ["/quiz-focus/oto"] });
  expect(now()).toMatchObject({ kind: "redirect" });
  act(() => store.set(testerAtom, true));
  expect(now()).toEqual({ kind: "pass" });
});

test("who said that they are in danger on a way that they have left is sold nothing either", () => {
  const danger = { kind: "answer", step: "cycle", in: ["yes"] } as const;
  const oto = { ...stepOf("oto"), notAfter: [danger] };
  const { steps } = funnelWith({});
  const { now } = watch(entry, {
    at: ["/quiz-focus/oto"],
    backend: storing(
      { answers: { gender: "male", cycle: "yes" } },
      { [CONTACT_KEY]: { email: "a@b.co" } },
    ),
    funnel: funnelWith({
      steps: steps.map((step) => (step.id === oto.id ? oto : step)),
    }),
  });
  expect(now()).toEqual({ kind: "redirect", to: "habits" });
});
