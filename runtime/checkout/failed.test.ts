import { expect, test } from "vitest";
import {
  CHARGED,
  EVENTS,
  from,
  HOSTED,
  inWords,
  OPENED,
  PAID,
  STATES,
} from "../testing/payment-machine.ts";
import type { Failure, OnTheWay } from "./machine.ts";

const { charging, confirming, opening } = STATES;
const visitor = STATES["finding-visitor"];

/** Nothing was charged where nobody was asked for money. */
test.each<readonly [string, OnTheWay, Failure, string]>([
  ["the price cannot be confirmed now", confirming, "passing", "unreachable"],
  [
    "the page is of an earlier build",
    confirming,
    "outdated",
    "outdated forget",
  ],
  ["nobody can say whose visit this is", visitor, "passing", "unreachable"],
  ["the payment page cannot be opened now", opening, "passing", "unreachable"],
  ["the payment page is refused", opening, "refused", "unreachable forget"],
  [
    "the product is paid another way by now",
    opening,
    "outdated",
    "outdated forget",
  ],
  ["a charge is at work", opening, "in-flight", "unknown"],
  [
    "a page that was open before cannot be opened now",
    { ...opening, attempt: OPENED },
    "passing",
    "unknown",
  ],
  [
    "an earlier charge was lost, and the price cannot be confirmed now",
    { ...confirming, attempt: CHARGED },
    "passing",
    "unknown",
  ],
  [
    "an earlier charge was lost, and the page is of an earlier build",
    { ...confirming, attempt: CHARGED },
    "outdated",
    "asking-on-arrival:charge",
  ],
  [
    "an earlier charge was lost, of somebody who is not known now",
    { ...visitor, attempt: CHARGED },
    "passing",
    "unknown",
  ],
  ["the charge is lost", charging, "passing", "unknown"],
  ["the charge is refused", charging, "outdated", "unknown forget"],
])("%s", (_, to, why, follows) => {
  const before = from(to, to.attempt);
  expect(inWords(before, { ...EVENTS.failed, to, why })).toBe(follows);
});

test.each([
  ["is not begun", ["plan"], "unreachable"],
  ["may be what was paid", [], "unknown"],
] as const)(
  "another plan %s where the server cannot be asked and %j was shown as bought",
  (_, owned, follows) => {
    const request = { ...HOSTED, owned };
    const to = { ...STATES["asking-earlier"], request };
    const event = { ...EVENTS.failed, to, why: "passing" } as const;
    expect(inWords(from(to, PAID), event)).toBe(follows);
  },
);
