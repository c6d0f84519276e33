import { expect, test } from "vitest";
import { quizText } from "../testing/base-content.ts";
import { serviceWith } from "../testing/service.ts";

const QUIZ = "demo/quiz.yaml";
const LINKS =
  "[a](/quiz) [b](/quiz-mp) [c](/quiz/2-sum) [d](/quiz/start) [e](/free) [f](https://demo.example/quiz/2-sum) [g](https://other.example/quiz)";
const quiz = quizText(
  "- { id: mood, ask: How are you?, options: [Good, Bad] }",
  `- { path: "{n}-sum", page: report, heading: R, sections: [{ section: text, text: "${LINKS}" }] }
- { path: /free, page: report, heading: F, sections: [{ section: text, text: T }] }`,
).replace("mounts: [/quiz]", "mounts: [/quiz, { path: /quiz-mp }]");
const service = serviceWith({ [QUIZ]: quiz });
service.check();

test.each([
  ["[a](", "mounts: [", "/quiz"],
  ["[b](", "{ path: ", "/quiz-mp"],
  ["[c](", 'path: "', "{n}-sum"],
  ["[d](", "id: ", "mood"],
  ["[e](", "- { path: ", "/free"],
  ["[f](https://demo.example", 'path: "', "{n}-sum"],
])("the address behind %s leads to %s%s", (before, beside, given) => {
  const at = quiz.indexOf(before) + before.length + 1;
  const places = service.definitions(QUIZ, at);
  expect(
    places.map(({ mention: { start, end } }) => quiz.slice(start, end)),
  ).toEqual([given]);
  expect(places[0]?.mention.start).toBe(
    quiz.indexOf(beside + given) + beside.length,
  );
});

test("an address of another host leads nowhere", () => {
  const at = quiz.indexOf("other.example/") + "other.example/".length;
  expect(service.definitions(QUIZ, at)).toEqual([]);
});
