import { expect, test } from "vitest";
import { PAYMENTS } from "../link/brand.ts";
import {
  readEnvironment,
  readPaymentProviders,
} from "../workspace/environment.ts";
import { providerProblems, providersFor, withProviders } from "./payments.ts";
import { ROOT } from "../testing/root.ts";

const providers = readPaymentProviders(ROOT);

test("providers say what they are and where content may name them", () => {
  expect(Object.keys(providers)).toContain("paypal");
  expect(providerProblems(providers)).toEqual([]);
});

const quick = {
  title: "Quick",
  description: "Its page.",
  offeredAs: ["checkout"],
} as const;

test.each<[string, object, string]>([
  ["a key misspelt", { offerdAs: [] }, 'its keys have no "offerdAs"'],
  ["no title", { title: undefined }, 'its keys lack "title"'],
  ["a place that there is not", { offeredAs: ["page"] }, 'is "page", which is'],
  [
    "a limit that is none",
    { renews: true },
    "is true, which is not one of false",
  ],
  ["a code in small letters", { currencies: ["usd"] }, "its keys/currencies/0"],
  ["no currency", { currencies: ["XQX"] }, '"XQX" is not a currency'],
  ["units of another", { wholeUnits: ["JPY"] }, '"JPY" of wholeUnits is not'],
  ["no day", { firstDays: 0 }, "its keys/firstDays"],
  [
    "the least of no currency",
    { minimum: { XQX: 1 } },
    '"XQX" is not a currency',
  ],
  ["nothing as the least", { minimum: { USD: 0 } }, "its keys/minimum/USD"],
  [
    "a form without a page",
    { formTarget: "QUICK", offeredAs: ["saved"] },
    "a formTarget is for",
  ],
])("%s is told with the file", (_, changes, told) => {
  const changed = { ...quick, ...changes };
  const [problem = "", ...others] = providerProblems({ quick: changed });
  expect(others).toEqual([]);
  expect(problem.startsWith("schema/payments/quick.json: ")).toBe(true);
  expect(problem).toContain(told);
});

test("a provider's file is named in small letters", () => {
  expect(providerProblems({ QuickPay: quick })).toEqual([
    "schema/payments/QuickPay.json: its name is small letters and dashes: `quick-pay.json`",
  ]);
});

test("the values of a schema follow from the providers: its own first, the default before all", () => {
  const one = { title: "One", description: "It.", offeredAs: [] };
  const all = {
    b: { ...one, offeredAs: ["checkout"] },
    a: { ...one, offeredAs: ["checkout", "saved"] },
  } as const;
  const mounts = {
    items: { properties: { payments: { providers: "checkout" } } },
  } as const;
  expect(withProviders(mounts, all)).toMatchObject({
    items: { properties: { payments: { enum: ["a", "b"] } } },
  });
  expect(
    withProviders({ providers: "checkout", default: "b" }, all),
  ).toMatchObject({ enum: ["b", "a"] });
  const saved = withProviders(
    {
      providers: "saved",
      enum: ["own"],
      markdownEnumDescriptions: ["Ours."],
      default: "own",
    },
    all,
  );
  expect(saved).toEqual({
    enum: ["own", "a"],
    markdownEnumDescriptions: ["Ours.", "It."],
    default: "own",
  });
});

test("what a brand is paid by that says nothing is the same for the linker and for editors", () => {
  const { language } = readEnvironment(ROOT, "funnels", "");
  const payments = language.documents.brand.properties?.["payments"];
  const { checkout, saved } = payments?.properties ?? {};
  expect({ checkout: checkout?.default, saved: saved?.default }).toEqual(
    PAYMENTS,
  );
  expect(checkout?.enum).toHaveLength(
    providersFor("checkout", providers).length,
  );
});
