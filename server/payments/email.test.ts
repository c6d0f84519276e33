import { expect, test } from "vitest";
import { isSimpleEmail } from "./email.ts";

test.each([
  "ann@mail.example",
  "Ann.O'Hara+quiz@mail.co.example",
  "a_b-c@sub.mail.example",
])("%s is given to providers", (email) => {
  expect(isSimpleEmail(email)).toBe(true);
});

test.each([
  null,
  "",
  "ann",
  "ann@mail",
  "ann..b@mail.example",
  ".ann@mail.example",
  "ann.@mail.example",
  "ann@mail..example",
  "ann@mail.example.",
  "änn@mail.example",
  "ann@mail.exämple",
  "ann b@mail.example",
  "ann@b@mail.example",
])("%s is left for the provider to ask for", (email) => {
  expect(isSimpleEmail(email)).toBe(false);
});
