import { expect, test } from "vitest";
import { deadlineAfter, secondsLeft } from "./countdown.ts";
import { readDeadline, readExtended } from "./deadline.ts";
import { headerValue } from "./header-value.ts";
import { readPendingContact, retryDelay } from "./outbox.ts";
import { readPromo } from "./promo.ts";
import { HEADER_MAX } from "../../generated/call.ts";

const NOW = Date.UTC(2026, 0, 1);

test.each([
  [0, 0],
  [1, 1],
  [999, 1],
  [1_000, 1],
  [1_001, 2],
  [-1, 0],
])("%i ms are %i seconds", (ms, seconds) => {
  expect(secondsLeft(NOW + ms, NOW)).toBe(seconds);
});

test("a deadline lies as far ahead as its minutes, and none further than a day that is extended ten times", () => {
  const most = 11 * 86_400_000;
  expect(deadlineAfter(15, NOW)).toBe(NOW + 900_000);
  expect(deadlineAfter(15, NOW, 2)).toBe(NOW + 2_700_000);
  expect(readDeadline(NOW + most, NOW)).toBe(NOW + most);
  expect(readDeadline(NOW + most + 1, NOW)).toBeNull();
  expect(readDeadline(NOW - 1, NOW)).toBe(NOW - 1);
  expect(readDeadline("soon", NOW)).toBeNull();
  expect(readDeadline(Infinity, NOW)).toBeNull();
});

test.each([
  [undefined, 0],
  [0, 0],
  [10, 10],
  [11, 0],
  [-1, 0],
  [0.5, 0],
  ["1", 0],
])(
  "a countdown that is kept as extended %j times was, %i times",
  (kept, times) => {
    expect(readExtended(kept)).toBe(times);
  },
);

test.each([
  ["plain", "plain"],
  ["a\r\nX-Evil: 1", "aX-Evil: 1"],
  ["caf\u00e9 \u{1f600}", "caf"],
  ["\u0000\u007f ~", "~"],
])("%j becomes the header %j", (value, header) => {
  expect(headerValue(value)).toBe(header);
});

test("headers end at 1,024 characters", () => {
  expect(HEADER_MAX).toBe(1_024);
  expect(headerValue("x".repeat(1_024))).toHaveLength(1_024);
  expect(headerValue("x".repeat(1_025))).toHaveLength(1_024);
});

test.each([
  [{ id: "own", code: "CALM-7K3QAB" }, true],
  [{ id: "own", code: "" }, true],
  [{ id: "own", code: "<b>" }, false],
  [{ id: "own" }, false],
  [{ code: "CALM-7K3QAB" }, false],
  ["CALM-7K3Q", false],
])("%j is a promo code: %j", (value, isOne) => {
  expect(readPromo(value)).toEqual(isOne ? value : null);
});

test.each([
  [1, 1_000],
  [2, 2_000],
  [6, 32_000],
  [7, 60_000],
  [50, 60_000],
])("after %i failures the contact waits %i ms", (failures, ms) => {
  expect(retryDelay(failures)).toBe(ms);
});

test("a stored pending contact is read or dropped", () => {
  const pending = {
    event_id: "id-1",
    fields: { email: "a@b.co" },
    page: "p",
    sent: false,
  };
  const dirty = { ...pending, fields: { email: "a@b.co", evil: "x", name: 5 } };
  expect(readPendingContact(dirty)).toEqual(pending);
  expect(readPendingContact({ ...pending, event_id: 1 })).toBeNull();
  expect(readPendingContact({ ...pending, fields: [] })).toBeNull();
  expect(readPendingContact({ ...pending, page: null })).toBeNull();
});
