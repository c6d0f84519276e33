import { expect, test } from "vitest";
import type { Funnel } from "../shared/contract.ts";
import { formTargets } from "./form-targets.ts";

const HOSTS = ["https://api.example", "https://max-pay.example"];
const MOUNTS = ["/quiz", "/quiz-mp"];
const at = (checkout: "stripe" | "max-pay", checkouts: Funnel["checkouts"]) =>
  formTargets(
    { payments: { checkout, saved: "reference" } },
    { mounts: MOUNTS, checkouts },
    HOSTS,
  );

test("documents of a funnel that is paid by a form may send it there", () => {
  expect(at("stripe", { "/quiz-mp": "max-pay" })).toEqual(HOSTS);
  expect(at("max-pay", {})).toEqual(HOSTS);
});

test("all others send forms to nobody else", () => {
  expect(at("stripe", {})).toEqual([]);
  expect(at("max-pay", { "/quiz": "stripe", "/quiz-mp": "stripe" })).toEqual(
    [],
  );
});
