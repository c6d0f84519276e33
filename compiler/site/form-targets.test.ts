import { expect, test } from "vitest";
import type { Funnel } from "../shared/contract.ts";
import { formHosts } from "./environment.ts";
import { formTargets } from "./form-targets.ts";

const PROVIDERS = {
  form: {
    title: "Form",
    description: "Is paid by a form.",
    offeredAs: ["checkout"],
    formTarget: "FORM_ADDRESS",
  },
  page: {
    title: "Page",
    description: "Is paid on a page.",
    offeredAs: ["checkout"],
  },
} as const;
const MOUNTS = ["/quiz", "/quiz-mp"];
const at = (
  checkout: keyof typeof PROVIDERS,
  checkouts: Funnel["checkouts"],
  variables: Record<string, string> = {
    FORM_ADDRESS: "https://form.example/pay",
  },
) =>
  formTargets(
    {
      payments: { checkout, saved: "reference", seller: "Us", accepts: [] },
    },
    { mounts: MOUNTS, checkouts },
    formHosts(PROVIDERS, variables),
  );

test("documents of a funnel that is paid by a form may send it there", () => {
  expect(at("page", { "/quiz-mp": "form" })).toEqual(["https://form.example"]);
  expect(at("form", {})).toEqual(["https://form.example"]);
});

test("all others send forms to nobody else", () => {
  expect(at("page", {})).toEqual([]);
  expect(at("form", { "/quiz": "page", "/quiz-mp": "page" })).toEqual([]);
  expect(at("form", {}, {})).toEqual([]);
});
