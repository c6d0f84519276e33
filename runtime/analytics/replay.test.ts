// @vitest-environment happy-dom
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { isRecord } from "../core/read.ts";
import { contextWith, vendorServer } from "../testing/vendors.ts";
import { until } from "../testing/visit.ts";
import { replay } from "./replay.ts";

// What it records of a document is a matter for a browser.
vi.mock("./replay-sdk.ts", () => ({
  recordPage: (emit: (event: unknown) => void) => {
    emit({ type: 1 });
    return () => undefined;
  },
}));

let server: Awaited<ReturnType<typeof vendorServer>>;
beforeAll(async () => {
  server = await vendorServer();
});
beforeEach(() => sessionStorage.clear());
afterAll(() => server.close());

/** The session that a document of this tab is recorded in. What one sends late is told by its key from the next one's. */
async function recordedSession(key: string): Promise<unknown> {
  const context = contextWith({ replay: { key, host: server.host } });
  const running = await replay.start(context);
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("pagehide"));
  const sessions = () =>
    server.sent
      .map(({ text }): unknown => JSON.parse(text))
      .flatMap((batch) =>
        isRecord(batch) && batch["api_key"] === key
          ? [batch["session_id"]]
          : [],
      );
  await until(() => sessions().length > 0);
  running.stop();
  return sessions()[0];
}

test("stopped before it is there, nothing is recorded", async () => {
  const context = contextWith(
    { replay: { key: "late", host: server.host } },
    { isStopped: () => true },
  );
  const running = await replay.start(context);
  expect(sessionStorage.length).toBe(0);
  running.stop();
});

test("the next document of a tab is recorded in the same session, and another tab in another", async () => {
  const first = await recordedSession("first");
  expect(first).toEqual(expect.any(String));
  expect(await recordedSession("second")).toBe(first);
  sessionStorage.clear();
  expect(await recordedSession("third")).not.toBe(first);
});
