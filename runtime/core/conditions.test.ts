import { expect, test } from "vitest";
import type { Condition } from "../../generated/contract.ts";
import type { Answers } from "./answers.ts";
import { holds } from "./conditions.ts";
import { funnel } from "../testing/funnel.ts";
import { scoreOf } from "./score.ts";

const female: Condition = { kind: "answer", step: "gender", in: ["female"] };
const never: Condition = { kind: "any", of: [] };
const range = (
  of: "answer" | "score",
  id: string,
  min: number | null,
  max: number | null,
) => ({ kind: "range", of, id, min, max }) as const;

test.each<[string, Condition | null, Answers, boolean]>([
  ["nothing", null, {}, true],
  ["all of nothing", { kind: "all", of: [] }, {}, true],
  ["any of nothing", never, {}, false],
  ["an answer", female, { gender: "female" }, true],
  ["another answer", female, { gender: "male" }, false],
  ["no answer", female, {}, false],
  ["not, without an answer", { kind: "not", of: female }, {}, true],
  [
    "one of several",
    { kind: "answer", step: "habits", in: ["tea"] },
    { habits: ["late", "tea"] },
    true,
  ],
  [
    "none of several",
    { kind: "answer", step: "habits", in: ["phone"] },
    { habits: ["late"] },
    false,
  ],
  [
    "a number among texts",
    { kind: "answer", step: "rating", in: ["4", "5"] },
    { rating: 4 },
    true,
  ],
  [
    "all with one that fails",
    { kind: "all", of: [female, never] },
    { gender: "female" },
    false,
  ],
  [
    "any with one that holds",
    { kind: "any", of: [never, female] },
    { gender: "female" },
    true,
  ],
  [
    "the lower bound",
    range("answer", "minutes", 20, 40),
    { minutes: 20 },
    true,
  ],
  ["below it", range("answer", "minutes", 20, 40), { minutes: 19 }, false],
  [
    "the upper bound",
    range("answer", "minutes", 20, 40),
    { minutes: 40 },
    true,
  ],
  ["above it", range("answer", "minutes", 20, 40), { minutes: 41 }, false],
  [
    "no lower bound",
    range("answer", "minutes", null, 40),
    { minutes: 5 },
    true,
  ],
  [
    "a range without an answer",
    range("answer", "minutes", null, null),
    {},
    false,
  ],
  [
    "a score",
    range("score", "drift", 7, null),
    { habits: ["late"], rating: 5 },
    true,
  ],
  [
    "a lower score",
    range("score", "drift", 8, null),
    { habits: ["late"], rating: 5 },
    false,
  ],
  [
    "a band",
    { kind: "band", score: "drift", in: ["middle"] },
    { habits: ["late"], rating: 5 },
    true,
  ],
  [
    "another band",
    { kind: "band", score: "drift", in: ["low"] },
    { habits: ["late"], rating: 5 },
    false,
  ],
])("%s", (_, condition, answers, expected) => {
  expect(holds(condition, { funnel, answers })).toBe(expected);
});

test.each<[Answers, number, string]>([
  [{}, 1, "low"],
  [{ rating: 4 }, 4, "low"],
  [{ rating: 5 }, 5, "middle"],
  [{ habits: ["late"], rating: 5 }, 7, "middle"],
  [{ habits: ["phone"], rating: 5 }, 8, "high"],
  [{ habits: ["late", "phone"], rating: 5 }, 10, "high"],
  [{ habits: ["tea", "none"], rating: 1 }, 1, "low"],
])("%j scores %i, %s", (answers, value, band) => {
  const result = scoreOf({ funnel, answers }, "drift");
  expect(result).toMatchObject({
    value,
    min: 1,
    max: 10,
    label: "Drift",
    band: { id: band },
  });
});

test("tenths add up to what a condition says", () => {
  const [drift] = funnel.scores;
  if (drift === undefined) throw new Error("the funnel has no score");
  const items = { habits: { late: 0.1, phone: 0.2 } };
  const inTenths = {
    ...funnel,
    scores: [{ ...drift, min: 0, max: 1, items }],
  };
  const facts = { funnel: inTenths, answers: { habits: ["late", "phone"] } };
  expect(scoreOf(facts, "drift").value).toBe(0.3);
  expect(holds(range("score", "drift", null, 0.3), facts)).toBe(true);
});

test("an unknown score is a bug", () => {
  expect(() => scoreOf({ funnel, answers: {} }, "toString")).toThrow(
    "no score is called toString",
  );
});
