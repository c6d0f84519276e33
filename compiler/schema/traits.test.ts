import { describe, expect, test } from "vitest";
import { baseEnvironment } from "../testing/base-content.ts";
import { pagesWith, traitsOf, type PageSchema } from "./traits.ts";

const { pages, sections, traits } = baseEnvironment.language;

/** The language with something added to a page's schema. */
function withPage(page: string, change: object): Record<string, PageSchema> {
  return { ...pages, [page]: Object.assign({}, pages[page], change) };
}

function withTraits(page: string, change: object) {
  return withPage(page, { traits: { ...pages[page]?.traits, ...change } });
}

test("what a schema does not say has a usual value", () => {
  expect(traits.pages["thank-you"]).toEqual({
    place: "page",
    flow: "end",
    brandPage: false,
    entrance: false,
    weight: "full",
    answer: null,
    contact: null,
    reading: false,
    provides: null,
    firstDownload: false,
    handover: null,
    unknownAddress: false,
    lastChapter: true,
    footer: null,
    visitorPicture: false,
    sends: null,
    comesAfter: null,
    repeatable: false,
    gives: false,
    orderAccess: false,
    unanswered: { heading: "Your order", keeps: true },
    buyersOnly: ["text"],
  });
  expect(traits.sections["faq"]).toEqual({
    asks: null,
    clock: false,
    lasts: null,
    plans: null,
    visitorPicture: false,
    bandTexts: false,
    buyersOnly: false,
  });
});

test("questions that are answered are found by their trait", () => {
  expect(
    pagesWith(traits, ({ answer }) => answer?.kind === "quantity"),
  ).toEqual(["number", "scale", "slider"]);
  expect(traits.unknownAddress).toBe("not-found");
});

describe("a mistake in a trait is told with its file", () => {
  test.each<[string, Record<string, PageSchema>, RegExp]>([
    [
      "a misspelt name",
      withTraits("single", { wieght: "light" }),
      /pages\/single\.schema\.json: traits .*wieght/,
    ],
    [
      "a value that there is not",
      withTraits("single", { answer: { kind: "two" } }),
      /single.*answer/,
    ],
    [
      "a bound that the kind of answer does not have",
      withTraits("single", { answer: { kind: "one", low: "ask" } }),
      /single.*low/,
    ],
    [
      "a number without bounds",
      withTraits("scale", { answer: { kind: "quantity" } }),
      /scale.*low/,
    ],
    ["no traits", withPage("single", { traits: undefined }), /single/],
    [
      "a property that the page does not have",
      withTraits("date", {
        answer: { kind: "day", low: "first", high: "latest" },
      }),
      /date.*"first"/,
    ],
    [
      "a bound that the sides of an experiment may have differently",
      withPage("scale", {
        properties: { ...pages["scale"]?.properties, to: { type: "integer" } },
      }),
      /scale.*"to".*"fixed"/,
    ],
    [
      "an answer outside of the questions",
      withTraits("single", { place: "page" }),
      /single.*belongs to a question/,
    ],
    [
      "a choice without options",
      withTraits("date", { answer: { kind: "one" } }),
      /date.*"options"/,
    ],
    [
      "a hand-over that does not fit the answer",
      withTraits("multi", { handover: "choice" }),
      /multi.*handed over/,
    ],
    [
      "several answers of a page that takes one",
      withTraits("single", { handover: "choices" }),
      /single.*several answers/,
    ],
    [
      "two pages for unknown addresses",
      withTraits("article", { unknownAddress: true }),
      /one page has the trait unknownAddress, not 2/,
    ],
    [
      "no page for unknown addresses",
      withTraits("not-found", { unknownAddress: false }),
      /one page has the trait unknownAddress, not 0/,
    ],
  ])("%s", (_, wrong, told) => {
    expect(() => traitsOf(wrong, sections)).toThrow(told);
  });

  test("in a section as well", () => {
    const faq = Object.assign({}, sections["faq"], {
      traits: { cloock: true },
    });
    expect(() => traitsOf(pages, { ...sections, faq })).toThrow(
      /sections\/faq\.schema\.json: traits .*cloock/,
    );
  });
});
