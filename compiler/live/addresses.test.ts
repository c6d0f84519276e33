import { expect, test } from "vitest";
import { type Edit, programWith } from "../testing/base-content.ts";
import { liveFindings } from "./compare.ts";
import { liveShape } from "./shape.ts";

const QUIZ = "demo/quiz.yaml";
const BRAND = "demo/brand.yaml";

/** What the fix of each address that is gone adds. */
function redirectsAfter(before: readonly Edit[], after: readonly Edit[]) {
  const found = liveFindings(
    liveShape(programWith(before)),
    programWith(after),
  );
  return found
    .filter(({ code }) => code === "live/address-gone")
    .map(({ fix }) =>
      (fix?.changes ?? []).flatMap((change) =>
        change.kind === "add-items" ? change.items : [],
      ),
    );
}

const MIRRORED: Edit = [QUIZ, "mounts: [/quiz]", "mounts: [/quiz, /quiz-b]"];

test.each<[string, readonly Edit[], readonly Edit[], readonly unknown[]]>([
  [
    "a step with another address: there",
    [],
    [[QUIZ, "path: oto", "path: special\n    id: oto"]],
    [[{ from: "/quiz/oto", to: "/quiz/special" }]],
  ],
  [
    "one with an address that no mount precedes: there",
    [],
    [[QUIZ, "path: thank-you, page", "path: /thank-you, page"]],
    [[{ from: "/quiz/thank-you", to: "/thank-you" }]],
  ],
  [
    "a new page at the end: there",
    [],
    [
      [QUIZ, "path: thank-you, page", "path: done, page"],
      [
        QUIZ,
        "accept: thank-you\n    decline: small",
        "accept: done\n    decline: small",
      ],
      [
        QUIZ,
        "accept: thank-you\n    decline: thank-you",
        "accept: done\n    decline: done",
      ],
    ],
    [[{ from: "/quiz/thank-you", to: "/quiz/done" }]],
  ],
  [
    "the first step, which every unknown address leads to: nowhere else",
    [],
    [[QUIZ, "mounts: [/quiz]", 'mounts: [/quiz]\nstart: "1"']],
    [],
  ],
  [
    "the first page of the brand: the new one in its place",
    [],
    [[BRAND, "path: /terms", "path: /agb"]],
    [[{ from: "/terms", to: "/agb" }]],
  ],
  [
    "one with mirrors: below each of them",
    [MIRRORED],
    [MIRRORED, [QUIZ, "path: oto", "path: special\n    id: oto"]],
    [
      [
        { from: "/quiz/oto", to: "/quiz/special" },
        { from: "/quiz-b/oto", to: "/quiz-b/special" },
      ],
    ],
  ],
  [
    "one below a mirror that is the first mount now: there",
    [MIRRORED],
    [
      [BRAND, "home: /quiz", "home: /quiz-b"],
      [QUIZ, "mounts: [/quiz]", "mounts: [/quiz-b]"],
      [QUIZ, "path: oto", "path: special\n    id: oto"],
    ],
    [["/quiz"], [{ from: "/quiz-b/oto", to: "/quiz-b/special" }]],
  ],
  [
    "one that no mount precedes, of a quiz that has moved: there",
    [[QUIZ, "path: thank-you, page", "path: /thank-you, page"]],
    [
      [BRAND, "home: /quiz", "home: /test"],
      [QUIZ, "mounts: [/quiz]", "mounts: [/test]"],
    ],
    [["/quiz"], [{ from: "/thank-you", to: "/test/thank-you" }]],
  ],
  [
    "one of which an address is given up: nowhere",
    [MIRRORED],
    [
      MIRRORED,
      [QUIZ, "questions:", "forget: [/quiz/oto]\nquestions:"],
      [QUIZ, "path: oto", "path: special\n    id: oto"],
    ],
    [],
  ],
])("links lead to %s", (_, before, after, expected) => {
  expect(redirectsAfter(before, after)).toEqual(expected);
});
