import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { AT_ONCE_BYTES, compressed } from "./compress.ts";
import { withHandover } from "./handover.ts";

const STEPS = ["/start", "/2", "/3", "/4", "/5", "/6", "/7"];

/** Text that does not compress to less than about half of these bytes. */
function wordsOf(bytes: number, seed: string): string {
  let text = "";
  while (text.length < bytes)
    text += createHash("sha256")
      .update(seed + text)
      .digest("base64");
  return text.slice(0, bytes);
}

/** The document of the first of seven steps that are so long each, and how many others are in it. */
function handed(bytesOfStep: number, bytesOfPage = 1_000) {
  const { content, brotli } = withHandover(
    {
      address: "/start",
      bodies: new Map(
        STEPS.map((address) => [address, wordsOf(bytesOfStep, address)]),
      ),
      script: "",
      plan: (most = 6) => ({
        steps: Object.fromEntries(
          STEPS.slice(0, most + 1).map((address) => [
            address,
            { id: address, title: "", labels: {}, next: {}, several: null },
          ]),
        ),
      }),
    },
    (handover) => wordsOf(bytesOfPage, "page") + (handover?.templates ?? ""),
  );
  return {
    fits: (brotli?.length ?? Infinity) <= AT_ONCE_BYTES,
    isOwn: isOwnBrotli(content, brotli),
    steps: content.split("<template").length - 1,
  };
}

/** Whether it is what a document is served as. */
function isOwnBrotli(content: string, brotli?: Uint8Array): boolean {
  const forms = new Map(compressed("index.html", content));
  return Buffer.from(brotli ?? []).equals(forms.get(".br") ?? Buffer.alloc(1));
}

test("all steps travel where they come at once", () => {
  expect(handed(1_000)).toEqual({ fits: true, isOwn: true, steps: 6 });
});

test("as many travel as come at once", () => {
  const { fits, isOwn, steps } = handed(4_000);
  expect([fits, isOwn]).toEqual([true, true]);
  expect(steps).toBeGreaterThan(0);
  expect(steps).toBeLessThan(6);
  // One more would have been too many.
  expect((1_000 + (steps + 1) * 4_000) * 0.75).toBeGreaterThan(AT_ONCE_BYTES);
});

test("a page that is too long by itself keeps them", () => {
  expect(handed(1_000, 40_000)).toEqual({ fits: false, isOwn: true, steps: 6 });
});

test("a page without a plan is written once", () => {
  const page = {
    address: "/",
    bodies: new Map(),
    script: "",
    plan: () => null,
  };
  expect(withHandover(page, String)).toEqual({ content: "null" });
});

test("a step asks for its pictures itself", () => {
  const link = '<link rel="preload" as="image" href="/a.svg"/>';
  const body = '<img src="/a.svg"/>';
  const steps = Object.fromEntries(
    ["/start", "/2"].map((id) => [
      id,
      { id, title: "", labels: {}, next: {}, several: null },
    ]),
  );
  const page = {
    address: "/start",
    bodies: new Map([["/2", link + body]]),
    script: "",
    plan: () => ({ steps }),
  };
  const { content } = withHandover(page, (handover) =>
    String(handover?.templates),
  );
  expect(content).toBe(`<template data-address="/2">${body}</template>`);
});

test("of answers that no step says again the words are left out", () => {
  const step = (id: string) => ({
    id,
    title: "",
    labels: { yes: "Yes" },
    next: {},
    several: null,
  });
  let labels: unknown;
  withHandover(
    {
      address: "/start",
      bodies: new Map([
        ["/start", '<i data-personal="before"></i>'],
        ["/2", '<i data-personal="said"></i>'],
      ]),
      script: "",
      plan: () => ({
        steps: {
          "/start": step("said"),
          "/2": step("unsaid"),
          "/3": step("before"),
        },
      }),
    },
    (handover) => {
      labels = Object.values(handover?.plan.steps ?? {}).map((one) => [
        one.id,
        Object.keys(one.labels),
      ]);
      return "";
    },
  );
  expect(labels).toEqual([
    ["said", ["yes"]],
    ["unsaid", []],
    ["before", ["yes"]],
  ]);
});

test("a way that all answers share is written once", () => {
  const step = (next: Readonly<Record<string, string>>) => ({
    id: "a",
    title: "",
    labels: { yes: "Yes", no: "No" },
    next,
    several: null,
  });
  const steps = {
    "/start": step({ yes: "/2", no: "/2" }),
    "/2": step({ yes: "/3", no: "/4" }),
    // What the other one leads to is not certain.
    "/3": step({ yes: "/4" }),
    "/4": { ...step({ "": "/5" }), labels: { "": "" } },
  };
  let ways: unknown;
  withHandover(
    {
      address: "/start",
      bodies: new Map(),
      script: "",
      plan: () => ({ steps }),
    },
    (handover) => {
      const shown = Object.values(handover?.plan.steps ?? {});
      ways = shown.map(({ next }) => next);
      return "";
    },
  );
  expect(ways).toEqual([
    { "*": "/2" },
    { yes: "/3", no: "/4" },
    { yes: "/4" },
    { "": "/5" },
  ]);
});
