import { describe, expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

const question = (id: string, more = "") =>
  `- { id: ${id}, ask: "And ${id}?", options: [{ label: Yes, value: "yes" }, { label: Oh no, value: "no" }]${more} }`;

const page = (id: string, next = "") =>
  `- { path: ${id}, page: report, heading: H, sections: [{ section: text, text: T }]${next && `, next: [${next}, { to: thank-you }]`} }`;

const offer = (id: string, accept: string, decline: string) =>
  `- { path: ${id}, page: upsell, heading: H, product: plan, acceptLabel: Yes, accept: ${accept}, decline: ${decline} }`;

/** What is said of loops: the line, the code, and what a loop is told with. */
function told(questions: string[], pages: string[] = [], head = ""): string[] {
  const text = quizText(questions.join("\n"), pages.join("\n"), head);
  return compileWith({ name: "demo/quiz.yaml", text })
    .diagnostics.filter(({ code }) =>
      /^flow\/(?:endless|goes-back|not-proved|offer-returns)$/.test(code),
    )
    .map(({ code, message, at }) => {
      const said = code === "flow/endless" ? ` ${message}` : "";
      return `${at.line} ${code}${said}`;
    });
}

const LOOP = "flow/endless a visitor can come into the loop of";

describe("a loop that a visitor cannot leave", () => {
  test("by an answer before it, which nothing in it changes", () => {
    expect(
      told(
        [question("mood")],
        [page("a"), page("b", `{ to: a, when: { mood: "yes" } }`)],
      ),
    ).toEqual([`8 ${LOOP} "a" and "b" and never leave it: mood "Yes" → a`]);
  });

  test("by every answer before it", () => {
    expect(
      told(
        [question("mood")],
        [page("a"), page("b", `{ to: a, when: { mood: ["yes", "no"] } }`)],
      ),
    ).toEqual([`8 ${LOOP} "a" and "b" and never leave it: a`]);
  });

  test("whatever is answered in it", () => {
    expect(
      told([
        question("mood"),
        question("a"),
        question(
          "b",
          `, next: [{ to: a, when: { mood: "yes" } }, { to: thank-you }]`,
        ),
      ]),
    ).toEqual([`7 ${LOOP} "a" and "b" and never leave it: mood "Yes" → a`]);
  });

  test("by what answers before it add up to", () => {
    const head =
      "scores: { s: { label: S, bands: [{ id: low, upTo: 1, label: L }, { id: high, label: H }] } }";
    const scored = ["one", "two"].map((id) =>
      question(id, ", score: s")
        .replace('value: "yes"', 'value: "yes", points: 1')
        .replace('value: "no"', 'value: "no", points: 0'),
    );
    expect(
      told(
        scored,
        [page("a"), page("b", "{ to: a, when: { band: { s: high } } }")],
        head,
      ),
    ).toEqual([
      `9 ${LOOP} "a" and "b" and never leave it: one "Yes" → two "Yes" → a`,
    ]);
  });

  test("each of two", () => {
    expect(
      told(
        [question("mood")],
        [
          page("a"),
          page(
            "b",
            `{ to: a, when: { mood: "yes" } }, { to: c, when: { mood: "no" } }`,
          ),
          page("c"),
          page("d", `{ to: c, when: { mood: "no" } }`),
        ],
      ),
    ).toEqual([
      `8 ${LOOP} "a" and "b" and never leave it: mood "Yes" → a`,
      `10 ${LOOP} "c" and "d" and never leave it: mood "Oh no" → c`,
    ]);
  });
});

describe("a loop that a visitor can leave", () => {
  test("by another answer in it", () => {
    expect(
      told([
        question("mood"),
        question(
          "again",
          `, next: [{ to: mood, when: { mood: "yes" } }, { to: thank-you }]`,
        ),
      ]),
    ).toEqual(["7 flow/goes-back"]);
  });

  test("by an answer in it that leads past the question which keeps them", () => {
    expect(
      told([
        question("a"),
        question(
          "b",
          `, next: [{ to: a, when: { b: "yes" } }, { to: thank-you }]`,
        ),
      ]),
    ).toEqual(["7 flow/goes-back"]);
  });

  test("by buying or declining, which is told as such", () => {
    expect(
      told(
        [question("mood")],
        [
          page("a"),
          offer("b", "thank-you", "c"),
          page("c", `{ to: a, when: { mood: "yes" } }`),
        ],
      ),
    ).toEqual(["10 flow/offer-returns"]);
  });
});

test("a loop without exit is told once", () => {
  expect(
    told([
      question("mood", ", next: a"),
      question("a"),
      question("b", ", next: a"),
    ]),
  ).toEqual([
    '7 flow/endless visitors can never leave the loop of "a" and "b"',
  ]);
});

describe("what is not known is not proved", () => {
  test("by an answer that was given in the loop, and may count no more", () => {
    expect(
      told([
        question("a"),
        question(
          "b",
          `, next: [{ to: c, when: { not: { c: "yes" } } }, { to: a }]`,
        ),
        question(
          "c",
          `, next: [{ to: b, when: { c: "yes" } }, { to: thank-you }]`,
        ),
      ]),
    ).toEqual(["6 flow/not-proved", "7 flow/goes-back", "8 flow/goes-back"]);
  });
});
