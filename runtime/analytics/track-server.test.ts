import { afterEach, beforeEach, expect, test } from "vitest";
import { FakeStorage } from "../testing/storage.ts";
import { openStorage } from "../core/storage.ts";
import { until } from "../testing/visit.ts";
import { replaySession } from "./replay.ts";
import { watchScroll } from "./scroll.ts";
import { trackSender } from "./track-server.ts";
import { vendorServer } from "../testing/vendors.ts";

let server: Awaited<ReturnType<typeof vendorServer>>;
beforeEach(async () => {
  server = await vendorServer();
});
afterEach(() => server.close());

const sender = (host: string) =>
  trackSender({ host, key: "k-1", deviceId: () => "d-1", sessionId: "s-1" });

test("a batch goes to the track server with device_id, session_id, type and api key", async () => {
  sender(`${server.host}/`)({ type: "replay", events: [{ type: 3 }] }, false);
  await until(() => server.sent.length === 1);
  expect(server.sent[0]?.path).toBe("/track");
  expect(JSON.parse(server.sent[0]?.text ?? "")).toEqual({
    api_key: "k-1",
    device_id: "d-1",
    session_id: "s-1",
    type: "replay",
    events: [{ type: 3 }],
  });
});

test("an address in a recording goes without email, name and tester code", async () => {
  const href =
    "https://calm.example/quiz/start?email=a%40b.co&name=Anna&tester=code&utm_source=x";
  const meta = { type: 4, data: { href, width: 375 } };
  sender(server.host)({ type: "replay", events: [meta] }, true);
  await until(() => server.sent.length === 1);
  const { text } = server.sent[0] ?? { text: "" };
  expect(text).toContain("https://calm.example/quiz/start?utm_source=x");
  expect(text).not.toMatch(/a%40b|Anna|code/);
});

test("a track server that is not there harms nothing", async () => {
  const { host } = server;
  await server.close();
  sender(host)({ type: "replay", events: [1] }, true);
  // A rejection that nobody takes would fail the run, too; a later one has come by then.
  await expect(fetch(host)).rejects.toThrow(/./);
  expect(server.sent).toEqual([]);
  server = await vendorServer();
});

test("scroll data carries the farthest position and edge, the viewport and the page", () => {
  const view = { scrollX: 0, scrollY: 0, innerWidth: 375, innerHeight: 812 };
  const watch = watchScroll(view);
  watch.look("https://calm.example/a");
  view.scrollY = 300.4;
  watch.look("https://calm.example/a");
  view.scrollY = 120;
  watch.look("https://calm.example/a");
  expect(watch.take()).toEqual({
    max_scroll_x: 0,
    max_scroll_y: 300,
    max_scroll_width: 375,
    max_scroll_height: 1112,
    viewport: { width: 375, height: 812 },
    page_url: "https://calm.example/a",
  });
  expect(watch.take()).toBeNull();
  watch.look("https://calm.example/b");
  expect(watch.take()).toMatchObject({
    max_scroll_y: 120,
    page_url: "https://calm.example/b",
  });
});

test("the replay's session has an id of its own, is kept, and is sampled at a rate of 1", () => {
  const backend = new FakeStorage();
  const storage = openStorage(() => backend);
  const first = replaySession(
    storage,
    () => 0.999_999,
    () => "r-1",
  );
  expect(first).toEqual({ id: "r-1", sampled: true });
  expect(
    replaySession(
      storage,
      () => 0,
      () => "r-2",
    ),
  ).toEqual(first);
});
