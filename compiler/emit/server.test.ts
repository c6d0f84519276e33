import { expect, test } from "vitest";
import { baseFiles, compileWith } from "../testing/base-content.ts";
import { emitServer } from "./server.ts";
import { run } from "../testing/run-module.ts";

const brandText =
  baseFiles.find(({ name }) => name === "demo/brand.yaml")?.text ?? "";
const quizFile = baseFiles.find(({ name }) => name === "demo/quiz.yaml");

async function emitted(brand: string, quiz: string) {
  const { program, diagnostics } = compileWith(
    { name: "demo/brand.yaml", text: brand },
    { name: "demo/quiz.yaml", text: quiz },
  );
  expect(diagnostics).toEqual([]);
  if (program === null) throw new Error("refused");
  const module = await run(emitServer(program));
  return Object(module["site"]).brands.demo;
}

test("the root, the mounts and the shared offer lead on", async () => {
  const { redirects, fallbacks } = await emitted(
    brandText,
    quizFile?.text ?? "",
  );
  expect(redirects).toEqual({
    "/": "/quiz/start",
    "/oto": "/quiz/oto",
    "/quiz": "/quiz/start",
  });
  expect(fallbacks).toEqual([{ mount: "/quiz", to: "/quiz/start" }]);
});

test("a page at the root stays there", async () => {
  const brand = `${brandText.replace(/^home:.*\n/m, "")}
  - { path: /, page: authorization, heading: Welcome back }
`;
  const { redirects } = await emitted(brand, quizFile?.text ?? "");
  expect(redirects).not.toHaveProperty("/");
});

test("a funnel without questions begins with its first page, wherever that is", async () => {
  const pages = (path: string) =>
    [
      "name: Offers",
      "title: Offers",
      "mounts: [/offers, /offers-mp]",
      "pages:",
      `  - { path: ${path}, page: downsell, guards: [prerequisites], heading: One week, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }`,
      "  - { path: thank-you, page: thank-you, heading: Thank you }",
    ].join("\n");
  const brand = brandText.replace("home: /quiz", "home: /offers");
  const below = await emitted(brand, pages("oto"));
  expect(below.redirects).toEqual({
    "/": "/offers/oto",
    "/offers": "/offers/oto",
    "/offers-mp": "/offers-mp/oto",
  });
  const apart = await emitted(brand, pages("/week"));
  expect(apart.redirects["/offers-mp"]).toBe("/week");
});

test("what a gift page sells can be bought again, unless the price list says otherwise", async () => {
  const gift = (product: string) =>
    [
      "name: Gifts",
      "title: Gifts",
      "mounts: [/gifts]",
      "pages:",
      `  - { path: gift, page: gift, guards: [prerequisites], heading: For a friend, gifts: [{ product: ${product}, label: One week }], acceptLabel: Yes, accept: thank-you, decline: thank-you }`,
      "  - { path: thank-you, page: thank-you, heading: Thank you }",
    ].join("\n");
  const brand = brandText.replace("home: /quiz", "home: /gifts");
  expect((await emitted(brand, gift("small"))).repeatable).toEqual(["small"]);
  const said = (value: boolean) =>
    brand.replace(/small: \{ /, `small: { repeatable: ${value}, `);
  expect((await emitted(said(false), gift("small"))).repeatable).toEqual([]);
  const offers = quizFile?.text ?? "";
  expect((await emitted(brandText, offers)).repeatable).toEqual([]);
  const listed = brandText.replace(/small: \{ /, "small: { repeatable: true, ");
  expect((await emitted(listed, offers)).repeatable).toEqual(["small"]);
});
