import { expect, test } from "vitest";
import { baseFiles, compileWith } from "../testing/base-content.ts";

const brand =
  baseFiles.find(({ name }) => name === "demo/brand.yaml")?.text ?? "";

/** What is said of the support address, or of an address in a text, of a brand at moonwright.example. */
function found(email: string, said = "What we promise."): string[] {
  const text = brand
    .replace("[demo.example]", "[moonwright.example, quiz.moonwright.example]")
    .replace("help@demo.example", email)
    .replace("What we promise and what we ask for.", said);
  const { diagnostics } = compileWith({ name: "demo/brand.yaml", text });
  return diagnostics.flatMap(({ code, message }) =>
    code === "host/near-own" ? [message] : [],
  );
}

test.each([
  "lamp@moonwright.example",
  "lamp@mail.moonwright.example",
  "lamp@moonwright.help",
  "moonwright@gmail.example",
  "lamp@moon.example",
  "lamp@moonwrightcards.example",
  "lamp@lightwright.example",
])("%s may be meant", (email) => {
  expect(found(email)).toEqual([]);
  expect(found("lamp@moonwright.example", `Write to ${email}.`)).toEqual([]);
});

test.each([
  "lamp@moonwrigth.example",
  "lamp@monwright.example",
  "lamp@mail.moonwrightt.example",
])("%s is not", (email) => {
  expect(found(email)).toEqual([expect.stringContaining("is not a host of")]);
  expect(found("lamp@moonwright.example", `Write to ${email}.`)).toEqual([
    expect.stringContaining('"moonwright.example", which is'),
  ]);
});
