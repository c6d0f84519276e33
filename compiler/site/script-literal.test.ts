import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { scriptLiteral } from "./script-literal.ts";

test.each<[string, unknown]>([
  ["nothing", null],
  ["a text", "a \"b\" 'c' `d` \\ \n \u2028 ${e} </script> é 🙂"],
  ["numbers", [0, -1, 1.5, 1e21, 1e-7]],
  ["a list in a list", [[], [[1]], [null]]],
  [
    "keys of every form",
    { a: 1, "b-c": 2, 3: 3, "": 4, class: 5, é: 6, $_1: 7 },
  ],
  ["what looks like a prototype", JSON.parse('{"__proto__":{"a":1},"b":true}')],
  ["yes and no", { yes: true, no: false }],
])("%s is read as it was", (_, value) => {
  const read: unknown = runInNewContext(
    `JSON.stringify(${scriptLiteral(value)})`,
  );
  expect(read).toBe(JSON.stringify(value));
});

test("what is not there is left out", () => {
  expect(scriptLiteral({ a: undefined, b: 1 })).toBe("{b:1}");
});
