import { expect, test } from "vitest";
import type { Text } from "../../generated/contract.ts";
import { brand, funnel, funnelWith, stepOf } from "../testing/funnel.ts";
import { fill } from "./text.ts";
import { variables } from "./variables.ts";

const variable = (name: string, fallback: string | null = null) =>
  ({ kind: "variable", name, fallback }) as const;

test.each<[Text, string]>([
  ["plain", "plain"],
  [
    ["a ", { kind: "strong", children: ["b ", variable("name")] }, "."],
    "a b Anna.",
  ],
  [[{ kind: "em", children: ["x"] }, { kind: "break" }, "y"], "x y"],
  [[{ kind: "link", href: "/policy", children: ["Policy"] }], "Policy"],
  [[variable("gone", "friend")], "friend"],
  [[variable("gone")], ""],
])("%j is %j", (text, expected) => {
  expect(fill(text, (name) => (name === "name" ? "Anna" : null))).toBe(
    expected,
  );
});

const known = { brand, funnel, answers: {}, contact: {} };

test.each([
  [{}, {}, "project", "Stillwater"],
  [{}, {}, "support", "help@stillwater.example"],
  [{}, {}, "name", null],
  [{}, { name: "Anna" }, "name", "Anna"],
  [{ name: "Bea" }, { name: "Anna" }, "name", "Bea"],
  [{}, { email: "a@b.co" }, "email", "a@b.co"],
  [{}, { gender: "x" }, "gender", null],
  [{ gender: "female" }, {}, "gender", "Woman"],
  [{ habits: ["late", "tea"] }, {}, "habits", "Late nights and Tea"],
  [{ rating: 5, habits: ["phone"] }, {}, "score.drift", "8"],
  [{ rating: 5, habits: ["phone"] }, {}, "band.drift", "high"],
  [{ habits: [] }, {}, "habits", null],
  [{}, {}, "score.gone", null],
  [{}, {}, "constructor", null],
  [{}, {}, "score.constructor", null],
])("with %j and %j, %s is %j", (answers, contact, name, expected) => {
  expect(variables({ ...known, answers, contact })(name)).toBe(expected);
});

test("labels that name each other end", () => {
  const label: Text = ["I am ", variable("gender", "somebody")];
  const options = [{ value: "female", label }];
  const steps = [{ ...stepOf("gender"), props: { options } }];
  const looped = funnelWith({ steps });
  const text = variables({
    ...known,
    funnel: looped,
    answers: { gender: "female" },
  })("gender");
  expect(text).toBe("I am I am I am I am somebody");
});
