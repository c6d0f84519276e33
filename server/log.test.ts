import { afterEach, expect, test, vi } from "vitest";
import { describeError, gathered, jsonLog } from "./log.ts";

afterEach(() => void vi.useRealTimers());

test.each([
  [{ code: "23505" }, "Error 23505"],
  [{ code: 7 }, "Error 7"],
  [{ code: undefined }, "Error: Invalid API Key"],
  [{}, "Error: Invalid API Key"],
])("an error with %j is told by its code, if it has one", (more, told) => {
  const error = Object.assign(new Error("Invalid API Key"), more);
  expect(describeError(error).error).toBe(told);
});

test("a line has its time and its entry", () => {
  const lines: string[] = [];
  const at = [1, 1, 2_000];
  const log = jsonLog(
    (line) => lines.push(line),
    () => new Date(at.shift() ?? 0),
  );
  for (const n of [1, 2, 3])
    log({ level: "info", message: 'a "request"\n', n, nothing: null });
  expect(lines.map((line) => [line.endsWith("}\n"), JSON.parse(line)])).toEqual(
    [
      ["1970-01-01T00:00:00.001Z", 1],
      ["1970-01-01T00:00:00.001Z", 2],
      ["1970-01-01T00:00:02.000Z", 3],
    ].map(([time, n]) => [
      true,
      { time, level: "info", message: 'a "request"\n', n, nothing: null },
    ]),
  );
});

test("an entry that is made ready is the line that the same entry would be", () => {
  const lines: string[] = [];
  let ms = 1;
  const log = jsonLog(
    (line) => lines.push(line),
    () => new Date(ms),
  );
  const entry = { level: "info", message: 'a "page"', status: 200 } as const;
  const write = log.alike?.(entry);
  for (ms of [5, 6_000]) {
    write?.(12, "a-name");
    log({ ...entry, ms: 12, request: "a-name" });
  }
  expect(lines[0]).toContain("00:00:00.005Z");
  expect([lines[1], lines[3]]).toEqual([lines[0], lines[2]]);
  expect(lines[2]).toContain("00:00:06.000Z");
});

test("lines are written together: after a moment, when there are many, or at the end at once", () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const { write, flush } = gathered((text) => written.push(text));
  write("a\n");
  write("b\n");
  expect(written).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(written).toEqual(["a\nb\n"]);
  write("c\n");
  flush();
  expect(written).toEqual(["a\nb\n", "c\n"]);
  vi.advanceTimersByTime(10);
  expect(written).toHaveLength(2);
  const long = "x".repeat(9_000);
  write(long);
  write(long);
  expect(written).toEqual(["a\nb\n", "c\n", long + long]);
  write("d\n");
  vi.advanceTimersByTime(10);
  expect(written.at(-1)).toBe("d\n");
});
