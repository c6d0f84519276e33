import { expect, test } from "vitest";
import { isSigned, signFields } from "./sign.ts";

const fields = { order: "o-1", amount: "999" };
const signature = signFields(fields, "secret");

test("a signature is that of names and values, in whatever order they come", () => {
  expect(signFields({ amount: "999", order: "o-1" }, "secret")).toBe(signature);
  expect(signFields({ ...fields, signature: "old" }, "secret")).toBe(signature);
  expect(signature).toMatch(/^[\da-f]{64}$/);
});

test("fields are signed by whoever knows the secret, as they are", () => {
  expect(isSigned({ ...fields, signature }, ["secret"])).toBe(true);
  expect(isSigned({ ...fields, signature }, ["other"])).toBe(false);
  expect(isSigned({ ...fields, amount: "1", signature }, ["secret"])).toBe(
    false,
  );
});

test("fields are signed by one of several secrets, whichever it is", () => {
  const all = { ...fields, signature };
  expect(isSigned(all, ["new", "secret"])).toBe(true);
  expect(isSigned(all, ["secret", "old"])).toBe(true);
  expect(isSigned(all, ["new", "old"])).toBe(false);
});

test.each([undefined, "", signature.slice(1), signature.toUpperCase()])(
  "the signature %j is none",
  (given) => {
    const all = given === undefined ? fields : { ...fields, signature: given };
    expect(isSigned(all, ["secret"])).toBe(false);
  },
);

test("two sets of fields are never the same text", () => {
  const one = { a: 'b","c' };
  const other = { a: "b", c: "" };
  expect(signFields(one, "secret")).not.toBe(signFields(other, "secret"));
});
