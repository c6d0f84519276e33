import { expect, test } from "vitest";
import { gathered, jsonLog } from "./log.ts";

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

test("lines of one turn are written together, and at the end at once", async () => {
  const written: string[] = [];
  const { write, flush } = gathered((text) => written.push(text));
  write("a\n");
  write("b\n");
  expect(written).toEqual([]);
  await new Promise((done) => void setImmediate(done));
  expect(written).toEqual(["a\nb\n"]);
  write("c\n");
  flush();
  expect(written).toEqual(["a\nb\n", "c\n"]);
  await new Promise((done) => void setImmediate(done));
  expect(written).toHaveLength(2);
});
