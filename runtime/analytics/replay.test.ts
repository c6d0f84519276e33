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

/** The session that a document of this tab is recorded in. */
async function recordedSession(): Promise<unknown> {
  server.sent.length = 0;
  const context = contextWith({ replay: { key: "k", host: server.host } });
  const running = await replay.start(context);
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("pagehide"));
  await until(() => server.sent.length > 0);
  running.stop();
  const sent: unknown = JSON.parse(server.sent[0]?.text ?? "null");
  return isRecord(sent) ? sent["session_id"] : null;
}

test("the next document of a tab is recorded in the same session, and another tab in another", async () => {
  const first = await recordedSession();
  expect(first).toEqual(expect.any(String));
  expect(await recordedSession()).toBe(first);
  sessionStorage.clear();
  expect(await recordedSession()).not.toBe(first);
});
