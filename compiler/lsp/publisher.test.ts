import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPublisher } from "./publisher.ts";

/** A session with one finding in one file, and what it was asked to do. */
function fakeSession(faults: readonly Error[] = []) {
  let give = () => {};
  const read = new Promise<void>((resolve) => {
    give = resolve;
  });
  const waiting = [...faults];
  const file = "demo/quiz.yaml";
  const at = { file, line: 1, column: 1, endLine: 1, endColumn: 2 };
  const checked: number[] = [];
  let changes = 0;
  const session = {
    read,
    prepare: () => false,
    check: () => {
      checked.push(changes);
      const fault = waiting.shift();
      if (fault !== undefined) throw fault;
      const code = "path/duplicate" as const;
      const severity = "error" as const;
      const one = { code, severity, message: "Twice", at, notes: [] };
      return new Map([[file, [one]]]);
    },
    uriOf: (name: string) => `file:///${name}`,
    uriOfFinding: (name: string) => `file:///${name}`,
  };
  const told: string[] = [];
  const failures: unknown[] = [];
  const check = createPublisher(
    session,
    (uri, found) => told.push(`${uri}: ${found.length}`),
    (error) => failures.push(error),
  );
  const publish = () => {
    changes += 1;
    check();
  };
  return { give, publish, told, failures, checked };
}

test("nothing is told before all files have been read", async () => {
  const { give, publish, told } = fakeSession();
  publish();
  await turn();
  await turn();
  expect(told).toEqual([]);
  give();
  await turn();
  await turn();
  expect(told).toEqual(["file:///demo/quiz.yaml: 1"]);
});

test("a check that fails is told of, and the next change is checked", async () => {
  const gone = new Error("gone");
  const { give, publish, told, failures } = fakeSession([gone]);
  give();
  publish();
  await turn();
  await turn();
  expect([told, failures]).toEqual([[], [gone]]);
  publish();
  await turn();
  await turn();
  expect(told).toEqual(["file:///demo/quiz.yaml: 1"]);
});

test("changes that wait are taken before they are checked, all at once", async () => {
  const { give, publish, checked } = fakeSession();
  give();
  await new Promise<void>((resolve) => {
    // As messages are handed out: the next one a turn after the one before.
    const take = (left: number) => {
      publish();
      setImmediate(() => (left === 1 ? resolve() : take(left - 1)));
    };
    take(20);
  });
  await turn();
  await turn();
  expect(checked).toEqual([20]);
});
