// @vitest-environment happy-dom
import { act, cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../generated/names.ts";
import { CHECKOUT_KEY } from "../core/storage-keys.ts";
import { made } from "../testing/made.ts";
import {
  hydrateOffer,
  type OfferSetting,
  renderOffer,
} from "../testing/render-offer.tsx";
import { LedgerLine } from "./ledger-line.tsx";
import { paidOnce } from "../testing/calls.ts";

const PAID = "That is paid.";
const EMPTY = "Nothing was bought.";
const purchase = {
  ...paidOnce,
  name: "12-week plan",
  paid_at: "2026-02-14T12:00:00.000Z",
};
const refunded = { ...purchase, status: "refunded", refunded: 3999 };
const props = made<PageProps["upsell"]>({ heading: "More", product: "extra" });

const show = async (
  lines: Pick<PageProps["upsell"], "paid" | "empty">,
  setting: OfferSetting,
) => {
  const { paid, empty } = lines;
  const element = <LedgerLine paid={paid} empty={empty} />;
  const page = renderOffer({ page: "upsell", props }, element, setting);
  const line = screen.queryByRole("status");
  const before = { text: line?.textContent, room: room() };
  await act(async () => undefined);
  return { ...page, before, after: line?.textContent };
};
/** What keeps the line's place until it comes; it is neither seen nor read out. */
const room = () =>
  document.querySelector<HTMLElement>("[data-room]")?.dataset["room"];
const both = { paid: PAID, empty: EMPTY };
const of = (...purchases: object[]) => ({ answer: () => ({ purchases }) });
/** This browser has paid before, in a visit that is over. */
const stored = { [CHECKOUT_KEY]: JSON.stringify({ isPurchased: true }) };
const EARLIER =
  "Nothing was bought in this visit. This browser remembers an earlier purchase.";

test.each([
  ["a buyer reads that it is paid", both, of(purchase), PAID],
  ["whoever bought nothing reads that", both, of(), EMPTY],
  ["whoever got all back reads neither", both, of(refunded), ""],
  [
    "whoever got one of two back reads that",
    both,
    of(refunded, purchase),
    PAID,
  ],
  [
    "whoever bought something in an earlier visit does not read that they did not",
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
  [
    "nothing is claimed where it is unknown what became of a payment",
    both,
    { ...of(), payment: { status: "unknown", product: "plan" } as const },
    "",
  ],
  ["nothing is said without words for it", { paid: PAID }, of(), ""],
  ["nothing is claimed while the server is away", both, {}, ""],
])("%s", async (_, lines, setting, expected) => {
  const { before, after } = await show(lines, setting);
  expect(before).toEqual({ text: "", room: PAID });
  expect(after).toBe(expected);
  expect(room()).toBeUndefined();
});

test("a page without such lines asks for nothing", async () => {
  const { calls, before } = await show({}, of(purchase));
  expect(before.text).toBeUndefined();
  expect(calls).toEqual([]);
});

const RECEIVED = "Payment of\u00a0$39.99 received: 12-week plan";
const extra = { ...purchase, product: "extra", name: "Sound library" };

test.each([
  ["whoever came by paying reads what they have paid", of(purchase), RECEIVED],
  ["of what was bought before that, nothing", of(extra, purchase), RECEIVED],
  [
    "whoever comes back on another day reads on which it was",
    of({ ...purchase, paid_at: "2026-02-12T12:00:00.000Z" }),
    "Payment of\u00a0$39.99 received on February 12: 12-week plan",
  ],
  ["who declined on the way here does not", of(purchase, extra), ""],
  ["nor does who has bought nothing", of(), ""],
  ["nor who has it all back", of(refunded), ""],
  ["nothing is claimed while the server is away", {}, ""],
])("without words of the content: %s", async (_, setting, expected) => {
  const { before, after } = await show({}, { soldBefore: "plan", ...setting });
  expect(before.text).toBe("");
  expect(after).toBe(expected);
});

test("the content's own words for it are not doubled", async () => {
  const { after } = await show(
    { paid: PAID },
    { soldBefore: "plan", ...of(purchase) },
  );
  expect(after).toBe(PAID);
});

test("the line has its room where this browser has just paid what leads here", async () => {
  const order = {
    offer: "calm/focus/before",
    product: "plan",
    price: 3999,
    currency: "USD",
    email: "",
    checkout: "stripe",
  };
  const attempt = { order, eventId: "e", checkoutId: "c", paid: true };
  const setting = (product: string) => ({
    ...of(purchase),
    soldBefore: "plan",
    stored: {
      [CHECKOUT_KEY]: JSON.stringify({
        isPurchased: true,
        attempts: [{ ...attempt, order: { ...order, product } }],
      }),
    },
  });
  const { before, after } = await show({}, setting("plan"));
  expect([before.room, after, room()]).toEqual([RECEIVED, RECEIVED, undefined]);
  cleanup();
  expect((await show({}, setting("extra"))).before.room).toBeUndefined();
});

test("the room of the line is without what the visitor has told", async () => {
  const lines = made<Pick<PageProps["upsell"], "paid">>({
    paid: [
      "That is paid, ",
      { kind: "variable", name: "name", fallback: "dear" },
      ".",
    ],
  });
  const { before, after } = await show(lines, {
    ...of(purchase),
    contact: { name: "Ada" },
  });
  expect([before.room, after]).toEqual([
    "That is paid, dear.",
    "That is paid, Ada.",
  ]);
});

test("in a document, which may be anybody's, its head says whether there is room", async () => {
  const { html, complaints } = hydrateOffer(
    { page: "upsell", props },
    <LedgerLine />,
    { soldBefore: "plan", ...of() },
  );
  const kept = `data-paid-room=""><p><span><span data-room="${RECEIVED}"`;
  expect(
    html.replace(/<svg.*?<\/svg>| (?:class|aria-hidden)="[^"]*"/g, ""),
  ).toContain(kept);
  expect(complaints).toEqual([]);
  await act(async () => undefined);
  expect(room()).toBe(RECEIVED);
  expect(screen.getByRole("status").textContent).toBe("");
});
