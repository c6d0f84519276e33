import { expect, test } from "vitest";
import { emailFault, suggestEmail, typedEmail } from "./email.ts";

test.each([
  "ada@example.com",
  "  ada@example.com  ",
  "ada.king+quiz@mail.example.co.uk",
  "o'hara@example.org",
  "ada@münchen.example",
])("%j may be used", (typed) => {
  expect(emailFault(typed)).toBeNull();
});

test("what copying brings along is no part of an address", () => {
  const copied = "\u200b ada\u200b@example\u00ad.com\ufeff\u202c\n";
  expect(typedEmail(copied)).toBe("ada@example.com");
  expect(emailFault(copied)).toBeNull();
  expect(typedEmail("ada\uff20example\uff0ecom")).toBe("ada@example.com");
  expect(emailFault("\u200b")).toBe("Enter your email address.");
});

test.each([
  ["", "Enter your email address."],
  ["   ", "Enter your email address."],
  ["ada", "Add the @ and what follows it, as in name@example.com."],
  ["ada lovelace@example.com", "An email address has no spaces."],
  ["@example.com", "Add the part before the @."],
  ["ada@", "Add the part after the @, such as gmail.com."],
  ["ada@@example.com", "An email address has only one @."],
  ["ada@example", "Check the part after the @. It ends like gmail.com."],
  ["ada@example.", "Check the part after the @. It ends like gmail.com."],
  ["ada@.com", "Check the part after the @. It ends like gmail.com."],
  ["ada@example.c", "Check the part after the @. It ends like gmail.com."],
  [
    "ada..king@example.com",
    "This does not look like an email address. Check it once more.",
  ],
  [
    "<ada>@example.com",
    "This does not look like an email address. Check it once more.",
  ],
  [`${"a".repeat(250)}@example.com`, "This address is too long."],
])("%j is answered in plain words", (typed, words) => {
  expect(emailFault(typed)).toBe(words);
});

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  ["ada@gmail.co", "ada@gmail.com"],
  ["ada@gmail", "ada@gmail.com"],
  ["Ada@GMIAL.com", "Ada@gmail.com"],
  [" ada@hotmial.com ", "ada@hotmail.com"],
  ["ada@yaho.com", "ada@yahoo.com"],
  ["ada@outlok.com", "ada@outlook.com"],
  ["ada@iclod.com", "ada@icloud.com"],
])("%j is a slip of %j", (typed, better) => {
  expect(suggestEmail(typed)).toBe(better);
});

test.each([
  "ada@gmail.com",
  "ada@yahoo.ca",
  "ada@yahoo.co.in",
  "ada@hotmail.fr",
  "ada@gmx.at",
  "ada@example.com",
  "ada@company.example",
  "ada@",
  "ada",
  "",
])("%j is left alone", (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
