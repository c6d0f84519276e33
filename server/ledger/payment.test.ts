import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  balanceOf,
  type DisputeState,
  isReturned,
  type LedgerEvent,
  openAccount,
  reduceAccount,
  type RefundStatus,
} from "./payment.ts";

const TAKEN = 1_000;
const REFUNDS: readonly RefundStatus[] = ["requested", "succeeded", "failed"];
const DISPUTES: readonly DisputeState[] = ["open", "won", "lost"];

const refund = (
  status: RefundStatus,
  amount = TAKEN,
  name = "r-1",
): LedgerEvent => ({ kind: "refund", refund: name, amount, status });
const dispute = (
  state: DisputeState,
  at = 1,
  withdrawn = state === "lost" ? TAKEN : 0,
  name = "d-1",
  amount = withdrawn,
): LedgerEvent => ({
  kind: "dispute",
  dispute: name,
  state,
  amount,
  withdrawn,
  isReversal: name.startsWith("v"),
  toldAt: new Date(at),
});
const reversal = (at: number, amount = TAKEN): LedgerEvent =>
  dispute("lost", at, amount, "v-1");
const balance = (...events: readonly LedgerEvent[]) =>
  balanceOf(events.reduce(reduceAccount, openAccount(TAKEN)));

describe("a payment", () => {
  test.each<[string, readonly LedgerEvent[], string]>([
    ["that nothing happened to", [], "paid"],
    ["whose refund is asked for", [refund("requested")], "paid"],
    ["given back wholly", [refund("succeeded")], "refunded"],
    ["given back in part", [refund("succeeded", 1)], "partly_refunded"],
    [
      "given back in two parts",
      [refund("succeeded", 400), refund("succeeded", 600, "r-2")],
      "refunded",
    ],
    ["whose refund has failed", [refund("failed")], "paid"],
    ["that is disputed", [dispute("open")], "disputed"],
    [
      "given back in part, and disputed",
      [refund("succeeded", 1), dispute("open")],
      "disputed",
    ],
    [
      "given back wholly, and disputed",
      [refund("succeeded"), dispute("open")],
      "refunded",
    ],
    ["whose dispute is won", [dispute("won")], "paid"],
    ["whose dispute is lost", [dispute("lost")], "charged_back"],
    ["of which a part is lost", [dispute("lost", 1, 200)], "partly_refunded"],
    [
      "of which all is lost, part after part",
      [dispute("lost", 1, 200), dispute("lost", 1, 800, "d-2")],
      "charged_back",
    ],
    [
      "of which a part is given back and the rest lost",
      [refund("succeeded", 800), dispute("lost", 1, 200)],
      "charged_back",
    ],
    [
      "of which a part is lost, and another disputed",
      [dispute("lost", 1, 200), dispute("open", 1, 0, "d-2")],
      "disputed",
    ],
    [
      "lost to a dispute that takes nothing by itself",
      [dispute("lost", 1, 0, "d-1", TAKEN)],
      "charged_back",
    ],
    [
      "lost in part to such a dispute, before that part is told",
      [dispute("lost", 1, 0, "d-1", 200)],
      "paid",
    ],
    [
      "that was won, and is disputed again",
      [dispute("won", 1), dispute("open", 2, 0, "d-2")],
      "disputed",
    ],
    [
      "whose lost dispute is appealed against",
      [dispute("lost", 1), dispute("open", 2)],
      "disputed",
    ],
  ])("%s is as it should be", (_, events, state) => {
    expect(balance(...events).state).toBe(state);
  });

  test("of nothing is paid, and not given back", () => {
    expect(balanceOf(openAccount(0)).state).toBe("paid");
  });

  test("sums what went back, what is asked for, and says when it is too much", () => {
    expect(
      balance(
        refund("succeeded", 300),
        refund("requested", 200, "r-2"),
        refund("failed", 500, "r-3"),
        dispute("lost", 1, 700),
      ),
    ).toEqual({
      state: "charged_back",
      refunded: 300,
      requested: 200,
      withdrawn: 700,
      isOverdrawn: false,
    });
    expect(
      balance(refund("succeeded", 301), dispute("lost", 1, 700)).isOverdrawn,
    ).toBe(true);
    expect(balance(refund("succeeded", TAKEN + 1)).isOverdrawn).toBe(true);
  });

  test("is paid by until all of it has gone back", () => {
    const kept = ["paid", "partly_refunded", "disputed"] as const;
    expect(kept.filter(isReturned)).toEqual([]);
    expect((["refunded", "charged_back"] as const).every(isReturned)).toBe(
      true,
    );
  });
});

describe("of two things told of the same refund", () => {
  const pairs = REFUNDS.flatMap((one) =>
    REFUNDS.map((other) => [one, other] as const),
  );
  test.each(pairs)("%s and %s: the further one counts", (one, other) => {
    const further = REFUNDS.indexOf(one) > REFUNDS.indexOf(other) ? one : other;
    expect(balance(refund(one), refund(other))).toEqual(
      balance(refund(further)),
    );
  });
});

describe("of two sums told of the same refund", () => {
  test.each([
    ["the larger one", refund("succeeded", 300), refund("succeeded", 700), 700],
    ["that which is made", refund("requested", 700), refund("succeeded", 9), 9],
  ])("%s counts", (_, one, other, refunded) => {
    for (const both of [
      [one, other],
      [other, one],
    ])
      expect(balance(...both)).toMatchObject({ refunded, requested: 0 });
  });
});

describe("of two sums that the same dispute takes back", () => {
  test.each([
    ["the larger one", dispute("lost", 1, 300), dispute("lost", 1, 700), 700],
    ["that told later", dispute("lost", 1, 700), dispute("lost", 2, 300), 300],
    ["that of the outcome", dispute("open", 1, 700), dispute("lost", 1, 9), 9],
  ])("%s counts", (_, one, other, withdrawn) => {
    for (const both of [
      [one, other],
      [other, one],
    ])
      expect(balance(...both)).toMatchObject({ withdrawn });
  });
});

describe("of two things told of the same dispute", () => {
  const pairs = DISPUTES.flatMap((one) =>
    DISPUTES.map((other) => [one, other] as const),
  );
  test.each(pairs)("%s, then %s: the later one counts", (one, other) => {
    const later = balance(dispute(other, 2));
    expect(balance(dispute(one, 1), dispute(other, 2))).toEqual(later);
    expect(balance(dispute(other, 2), dispute(one, 1))).toEqual(later);
  });
  test.each(pairs)("%s and %s at once: the outcome counts", (one, other) => {
    const further =
      DISPUTES.indexOf(one) > DISPUTES.indexOf(other) ? one : other;
    expect(balance(dispute(one), dispute(other))).toEqual(
      balance(dispute(further)),
    );
  });
});

const won = (at: number, amount = TAKEN) =>
  dispute("won", at, 0, "d-1", amount);

test.each([
  ["before it", [won(1), reversal(2)], TAKEN],
  ["after it", [reversal(1), won(2)], 0],
  ["at the same moment", [reversal(1), won(1)], 0],
  ["over less", [reversal(1), won(2, TAKEN - 1)], TAKEN],
  ["over more", [reversal(1, 400), won(2)], 0],
  [
    "after it, and opened again",
    [reversal(1), won(2), dispute("open", 3)],
    TAKEN,
  ],
  [
    "after a dispute that was lost by itself",
    [dispute("lost", 1, TAKEN, "d-2"), won(2)],
    TAKEN,
  ],
])("a reversal and a dispute that is won %s", (_, events, withdrawn) => {
  expect(balance(...events)).toMatchObject({
    state: withdrawn === 0 ? "paid" : "charged_back",
    withdrawn,
  });
});

test("the same events lead to the same balance, in any order and however often they come", () => {
  const events = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant("refund" as const),
        refund: fc.constantFrom("r-1", "r-2"),
        amount: fc.integer({ min: 1, max: TAKEN }),
        status: fc.constantFrom(...REFUNDS),
      }),
      fc.record({
        kind: fc.constant("dispute" as const),
        dispute: fc.constantFrom("d-1", "d-2"),
        isReversal: fc.constant(false),
        state: fc.constantFrom(...DISPUTES),
        amount: fc.integer({ min: 0, max: TAKEN }),
        withdrawn: fc.integer({ min: 0, max: TAKEN }),
        toldAt: fc.integer({ min: 1, max: 3 }).map((ms) => new Date(ms)),
      }),
      fc
        .record({
          at: fc.integer({ min: 1, max: 3 }),
          amount: fc.integer({ min: 1, max: TAKEN }),
        })
        .map(({ at, amount }) => reversal(at, amount)),
    ),
    { maxLength: 12 },
  );
  const shuffledTwice = events.chain((list) =>
    fc.record({
      list: fc.constant(list),
      other: fc.shuffledSubarray([...list, ...list], {
        minLength: 2 * list.length,
      }),
    }),
  );
  fc.assert(
    fc.property(shuffledTwice, ({ list, other }) => {
      expect(balance(...other)).toEqual(balance(...list));
    }),
  );
});
