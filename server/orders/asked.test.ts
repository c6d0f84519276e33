import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPart, readRefundRequest, readReported } from "./asked.ts";

// Far from UTC: what is read by the clock of this machine is read wrongly.
beforeEach(() => void vi.stubEnv("TZ", "Pacific/Auckland"));
afterEach(() => void vi.unstubAllEnvs());

test.each([
  ["2030", "2030-01-01T00:00:00.000Z"],
  ["2030-02", "2030-02-01T00:00:00.000Z"],
  ["2030-01-31", "2030-01-31T00:00:00.000Z"],
  ["2032-02-29", "2032-02-29T00:00:00.000Z"],
  ["2030-06-30T24:00Z", "2030-07-01T00:00:00.000Z"],
  ["2030-01-31T12:00", "2030-01-31T12:00:00.000Z"],
  ["2030-01-31T12:00:05", "2030-01-31T12:00:05.000Z"],
  ["2030-01-31T12:00:05.250Z", "2030-01-31T12:00:05.250Z"],
  ["2030-01-31T12:00:00+13:00", "2030-01-30T23:00:00.000Z"],
])("%s is a time, of UTC where it does not say otherwise", (since, time) => {
  expect(readPart({ since }).since?.toISOString()).toBe(time);
  const { before } = readPart({ before: `${since},an id` });
  expect([before?.at.toISOString(), before?.id]).toEqual([time, "an id"]);
});

test.each([
  "1",
  "01/02/2030",
  "31 Jan 2030",
  "2030-13-01",
  "2030-01-31 12:00",
  "2030-01-31T25:00Z",
  "2030-06-31",
  "2030-02-29T12:00Z",
  "0000-01-01",
  "9999-12-31T23:59-23:59",
  "-271821-04-20T00:00:00.000Z",
])("%s is none", (time) => {
  expect(() => readPart({ since: time })).toThrow("invalid");
  expect(() => readPart({ before: time })).toThrow("invalid");
});

test("a part of a list has a line to five hundred", () => {
  expect(readPart({}).limit).toBe(50);
  expect(readPart({ limit: "1" }).limit).toBe(1);
  expect(readPart({ limit: "500" }).limit).toBe(500);
  for (const limit of ["0", "501", "1.5", "-1", "ten", ""])
    expect(() => readPart({ limit })).toThrow("invalid");
});

test("a sum is a minor unit to a hundred million of them", () => {
  expect(readRefundRequest({}).amount).toBeNull();
  expect(readRefundRequest({ amount: 1 }).amount).toBe(1);
  expect(readRefundRequest({ amount: 100_000_000 }).amount).toBe(100_000_000);
  for (const amount of [0, -1, 100_000_001, 1.5, "5", null, Number.NaN])
    expect(() => readRefundRequest({ amount })).toThrow("invalid");
});

test("what is disputed is given back where true says so, and nothing else", () => {
  const despite = (despite_dispute: unknown) =>
    readRefundRequest({ despite_dispute }).despiteDispute;
  expect(despite(true)).toBe(true);
  expect(despite(false)).toBeUndefined();
  expect(readRefundRequest({})).not.toHaveProperty("despiteDispute");
  for (const other of ["true", 1, null])
    expect(() => despite(other)).toThrow("invalid");
});

test("an order was paid under a name of the provider's, or was not paid", () => {
  const transaction = "t-1";
  expect(readReported({ outcome: "unpaid" })).toEqual({ outcome: "unpaid" });
  const paid = { outcome: "paid", transaction };
  expect(readReported(paid)).toEqual(paid);
  const long = { ...paid, transaction: "t".repeat(500) };
  expect(readReported(long)).toEqual(long);
  for (const body of [
    { outcome: "refunded", transaction },
    { outcome: "unpaid", transaction },
    { outcome: "paid" },
    { ...paid, amount: 1 },
    { outcome: "paid", transaction: "t".repeat(501) },
    { transaction },
    {},
    null,
  ])
    expect(() => readReported(body)).toThrow("invalid");
});

test.each([null, undefined, 5, "all", [], [{ amount: 5 }]])(
  "%j is no refund, which gives all back where it says nothing",
  (body) => {
    expect(() => readRefundRequest(body)).toThrow("invalid");
    expect(readRefundRequest({})).toEqual({
      amount: null,
      payment: null,
      reason: null,
    });
  },
);
