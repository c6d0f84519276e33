import { describe, expect, test } from "vitest";
import { stepAddresses } from "./address.ts";
import { linkedQuiz } from "../testing/base-content.ts";
import { linkedStep, waysOf } from "../testing/steps.ts";

const CHOICE = "options: [Good, Bad]";

describe("addresses", () => {
  test("are the position and the id; the first question has an address of its own", () => {
    const node = linkedQuiz(
      `- { id: a, ask: A?, ${CHOICE} }\n- { id: b, ask: B?, ${CHOICE} }`,
      [
        "- { path: 3-the-final-plan-you'll-need, page: report, heading: R, sections: [{ section: text, text: T }] }",
        "- { path: 'upsell/{offerId}', id: coach, page: upsell, heading: U, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }",
      ].join("\n"),
    );
    expect(
      node.funnel.steps.map(({ id, pattern, path }) => [id, pattern, path]),
    ).toEqual([
      ["a", "{question}", "start"],
      ["b", "{question}", "2-b"],
      [
        "the-final-plan-youll-need",
        "3-the-final-plan-you'll-need",
        "3-the-final-plan-you'll-need",
      ],
      ["coach", "upsell/{offerId}", "upsell/coach"],
      ["thank-you", "thank-you", "thank-you"],
    ]);
    expect(node.funnel.entry).toBe("a");
  });
});

test("a page numbers itself, and goes on counting from what is written", () => {
  const report = (path: string) =>
    `- { path: "${path}", page: report, heading: R, sections: [{ section: text, text: T }] }`;
  const node = linkedQuiz(
    `- { id: a, ask: A?, ${CHOICE} }\n- { id: b, ask: B?, ${CHOICE} }`,
    ["{n}-sum", "4-chart", "plain", "{n}-end"].map(report).join("\n"),
  );
  expect(node.funnel.steps.slice(2).map(({ id, path }) => [id, path])).toEqual([
    ["sum", "3-sum"],
    ["chart", "4-chart"],
    ["plain", "plain"],
    ["end", "5-end"],
    ["thank-you", "thank-you"],
  ]);
});

describe("absolute addresses", () => {
  const node = linkedQuiz(
    `- { id: a, ask: A?, ${CHOICE} }`,
    "- { path: /free, page: report, heading: F, sections: [{ section: text, text: T }] }",
  );
  const mirrored = { ...node.funnel, mounts: ["/quiz", "/quiz-mp"] };

  test("are kept with their slash; the id has none", () => {
    expect(linkedStep(node, "free")).toMatchObject({
      pattern: "/free",
      path: "/free",
    });
  });
  test("are one for all mounts", () => {
    expect(stepAddresses(mirrored).map(({ path }) => path)).toEqual([
      "/quiz/start",
      "/free",
      "/quiz/thank-you",
      "/quiz-mp/start",
      "/quiz-mp/thank-you",
    ]);
  });
});

describe("a landing page", () => {
  const node = linkedQuiz(
    `- { id: a, ask: A?, ${CHOICE} }\n- { id: b, ask: B?, ${CHOICE} }`,
    [
      "- { path: landing, page: landing, heading: Begin, next: a }",
      '- { path: 3-email, page: registration, heading: "Where to, {{ a }}?" }',
      "- { path: more, page: landing, heading: More }",
    ].join("\n"),
  );

  test("is reached from outside, and no step leads to it by itself", () => {
    expect(waysOf(node, "b")).toEqual(["next email"]);
    expect(waysOf(node, "email")).toEqual(["next thank-you"]);
    expect(node.graph.reachable.size).toBe(node.funnel.steps.length);
  });
  test("leads to what it names, else to the next step", () => {
    expect(waysOf(node, "landing")).toEqual(["next a"]);
    expect(waysOf(node, "more")).toEqual(["next thank-you"]);
  });
  test("is no part of the quiz: neither counted nor measured", () => {
    expect(node.funnel.steps.map(({ progress }) => progress)).toEqual([
      0,
      0.333,
      null,
      0.667,
      null,
      null,
    ]);
    expect(node.funnel.entry).toBe("a");
  });
});

describe("a page at another address", () => {
  const node = linkedQuiz(
    `- { id: a, ask: A?, ${CHOICE} }`,
    [
      "- { path: 2-email, page: registration, heading: Where to? }",
      "- path: oto",
      "  page: offer",
      "  title: An offer",
      "  guards: [prerequisites]",
      '  heading: "For you, {{ a }}"',
      "  sections: [{ section: plans, plans: [{ product: plan, label: Four weeks }] }]",
      "  accept: thank-you",
      "  decline: small",
      "  aliases:",
      "    - { path: offer1, showClock: false, titleType: b, heading: Once more }",
      "    - { path: /offer, id: free, decline: thank-you, guards: [visitor-loaded] }",
      "- { path: small, page: downsell, heading: S, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }",
    ].join("\n"),
  );

  test("takes over what it does not change", () => {
    expect(linkedStep(node, "offer1")).toMatchObject({
      page: "offer",
      path: "offer1",
      title: "An offer",
      guards: ["prerequisites"],
      props: { heading: "Once more", showClock: false, titleType: "b" },
    });
    expect(linkedStep(node, "oto").props).toMatchObject({
      showClock: true,
      titleType: "a",
    });
    expect(linkedStep(node, "free")).toMatchObject({
      path: "/offer",
      guards: ["visitor-loaded"],
      props: linkedStep(node, "oto").props,
    });
  });
  test("leads where its page does, or where it says", () => {
    expect(waysOf(node, "offer1")).toEqual(waysOf(node, "oto"));
    expect(waysOf(node, "free")).toEqual([
      "accept thank-you",
      "decline thank-you",
    ]);
  });
  test("is reached as its page is, by nobody on the way", () => {
    expect(waysOf(node, "email")).toEqual(["next oto"]);
    expect(node.graph.reachable.size).toBe(node.funnel.steps.length);
    expect(linkedStep(node, "free").needs).toEqual(
      linkedStep(node, "oto").needs,
    );
    expect(linkedStep(node, "offer1").needs.map(({ id }) => id)).toEqual([
      "email",
    ]);
  });
});
