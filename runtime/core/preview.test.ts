import { expect, test } from "vitest";
import {
  pollPreview,
  PREVIEW_LIMIT_MS,
  PREVIEW_POLL_MS,
  type PreviewStatus,
  readPreview,
} from "./preview.ts";
import { funnel } from "../testing/funnel.ts";
import { previewKey } from "./storage-keys.ts";

class HttpError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

type Said = PreviewStatus | 404 | Error;

/** Polls a server that says these things one after another, and the last one for ever. */
function poll(said: readonly Said[], isStopped?: () => boolean) {
  const seen = { asked: 0, waits: new Array<number>(), clock: 1_000 };
  const outcome = pollPreview({
    check: () => {
      const now = said[Math.min(seen.asked, said.length - 1)] ?? 404;
      seen.asked += 1;
      if (now === 404) return Promise.reject(new HttpError(404));
      return now instanceof Error ? Promise.reject(now) : Promise.resolve(now);
    },
    sleep: (ms) => {
      seen.waits.push(ms);
      seen.clock += ms;
      return Promise.resolve();
    },
    now: () => seen.clock,
    ...(isStopped && { isStopped }),
  });
  return { seen, outcome };
}

const times = <T>(count: number, value: T) =>
  Array.from({ length: count }, () => value);
const GIVEN_UP = "Too many consecutive 404 errors (15 attempts). Giving up.";

test.each(["completed", "failed"] as const)(
  "%s ends it, every 5,000 ms until then",
  async (end) => {
    const { seen, outcome } = poll(["pending", "pending", end]);
    expect(await outcome).toBe(end);
    expect(seen.waits).toEqual([5_000, 5_000]);
    expect(PREVIEW_POLL_MS).toBe(5_000);
  },
);

test("a picture that is there already is waited for by nobody", async () => {
  const { seen, outcome } = poll(["completed"]);
  expect(await outcome).toBe("completed");
  expect(seen).toMatchObject({ asked: 1, waits: [] });
});

test("after 15 consecutive 404s it fails with the words of the spec", async () => {
  const { seen, outcome } = poll([404]);
  await expect(outcome).rejects.toThrow(new Error(GIVEN_UP));
  expect(seen.asked).toBe(15);
  expect(seen.waits).toEqual(times(14, 5_000));
});

test("14 are forgiven", async () => {
  const { seen, outcome } = poll([...times(14, 404 as const), "completed"]);
  expect(await outcome).toBe("completed");
  expect(seen.asked).toBe(15);
});

test("an answer in between begins the count anew", async () => {
  const said = [...times(14, 404 as const), "pending" as const, 404 as const];
  const { seen, outcome } = poll(said);
  await expect(outcome).rejects.toThrow(GIVEN_UP);
  expect(seen.asked).toBe(14 + 1 + 15);
});

test.each([new HttpError(500), new HttpError(403), new TypeError("offline")])(
  "any other error ends it at once and is rethrown as it is: %s",
  async (error) => {
    const { seen, outcome } = poll(["pending", 404, error, "completed"]);
    await expect(outcome).rejects.toBe(error);
    expect(seen.asked).toBe(3);
  },
);

test("nobody waits longer than three minutes", async () => {
  const { seen, outcome } = poll(["pending"]);
  expect(await outcome).toBe("overdue");
  const waited = seen.waits.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBe(PREVIEW_LIMIT_MS);
  expect(PREVIEW_LIMIT_MS).toBe(180_000);
});

test("whoever has left the page asks no more", async () => {
  let stopped = false;
  const { seen, outcome } = poll(["pending"], () => {
    const was = stopped;
    stopped = seen.asked === 3;
    return was;
  });
  expect(await outcome).toBe("stopped");
  expect(seen.asked).toBe(3);
});

test("a stored job comes back", () => {
  const stored = { v: 1, id: "AbC_-9", status: "pending" } as const;
  expect(readPreview(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  expect(previewKey(funnel)).toBe(`preview:${funnel.brand}/${funnel.id}`);
});

test.each([
  null,
  5,
  "x",
  [],
  {},
  { v: 2, id: "a", status: "pending" },
  { v: 1, id: "../a", status: "pending" },
  { v: 1, id: "a?b", status: "pending" },
  { v: 1, id: "", status: "pending" },
  { v: 1, id: "a".repeat(101), status: "pending" },
  { v: 1, id: 5, status: "pending" },
  { v: 1, id: "a", status: "done" },
  { v: 1, id: "a" },
])("%j is no stored job", (stored) => {
  expect(readPreview(stored)).toBeNull();
});
