// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../generated/names.ts";
import { CHECKOUT_KEY } from "../core/storage-keys.ts";
import { made } from "../testing/made.ts";
import { type OfferSetting, renderOffer } from "../testing/render-offer.tsx";
import { LedgerLine } from "./ledger-line.tsx";

const PAID = "That is paid.";
const EMPTY = "Nothing was bought.";
const purchase = {
  checkout_id: "c-1",
  product: "plan",
  name: "12-week plan",
  amount: 3999,
  currency: "USD",
  renewal: null,
  status: "paid",
  refunded: 0,
  paid_at: "2026-02-14T12:00:00.000Z",
  gift: null,
};
const refunded = { ...purchase, status: "refunded", refunded: 3999 };
const props = made<PageProps["upsell"]>({ heading: "More", product: "extra" });

const show = async (
  lines: { paid?: string; empty?: string },
  setting: OfferSetting,
) => {
  const { paid, empty } = lines;
  const element = <LedgerLine paid={paid} empty={empty} />;
  const page = renderOffer({ page: "upsell", props }, element, setting);
  const line = screen.queryByRole("status", { hidden: true });
  const before = { text: line?.textContent, hidden: line?.className !== "" };
  await act(async () => undefined);
  return { ...page, before, after: line?.textContent };
};
const both = { paid: PAID, empty: EMPTY };
const of = (...purchases: object[]) => ({ answer: () => ({ purchases }) });
/** This browser has paid before, in a visit that is over. */
const stored = { [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true }) };
const EARLIER =
  "Nothing was bought in this visit. This browser remembers an earlier purchase.";

test.each([
  ["a buyer reads that it is paid", both, of(purchase), PAID],
  ["who bought nothing reads that", both, of(), EMPTY],
  ["who got all back reads neither", both, of(refunded), ""],
  ["who got one of two back reads that", both, of(refunded, purchase), PAID],
  [
    "who bought something in an earlier visit does not read that they did not",
    both,
    { ...of(), stored },
    EARLIER,
  ],
  [
    "whatever the browser remembers, the server's word counts",
    both,
    { ...of(refunded), stored },
    "",
  ],
  [
    "of an earlier visit nothing is said without words for none",
    { paid: PAID },
    { ...of(), stored },
    "",
  ],
  ["nothing is said without words for it", { paid: PAID }, of(), ""],
  ["nothing is claimed while the server is away", both, {}, ""],
])("%s", async (_, lines, setting, expected) => {
  const { before, after } = await show(lines, setting);
  expect(before).toEqual({ text: PAID, hidden: true });
  expect(after).toBe(expected);
  expect(screen.getByRole("status").className).toBe("");
});

test("a page without such lines asks for nothing", async () => {
  const { calls, before } = await show({}, of(purchase));
  expect(before.text).toBeUndefined();
  expect(calls).toEqual([]);
});
