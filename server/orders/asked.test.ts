import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPart } from "./asked.ts";

// Far from UTC: what is read by the clock of this machine is read wrongly.
beforeEach(() => void vi.stubEnv("TZ", "Pacific/Auckland"));
afterEach(() => void vi.unstubAllEnvs());

test.each([
  ["2030", "2030-01-01T00:00:00.000Z"],
  ["2030-01-31", "2030-01-31T00:00:00.000Z"],
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
  "-271821-04-20T00:00:00.000Z",
])("%s is none", (time) => {
  expect(() => readPart({ since: time })).toThrow("invalid");
  expect(() => readPart({ before: time })).toThrow("invalid");
});
