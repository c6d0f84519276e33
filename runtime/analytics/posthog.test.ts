// @vitest-environment happy-dom
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Sensitivity } from "../../generated/contract.ts";
import { funnel } from "../testing/funnel.ts";
import { until } from "../testing/visit.ts";
import { PostHog } from "./posthog-sdk.ts";
import { posthog } from "./posthog.ts";
import {
  contextWith,
  everythingSent,
  movableTime,
  vendorServer,
} from "../testing/vendors.ts";

let server: Awaited<ReturnType<typeof vendorServer>>;
beforeAll(async () => {
  server = await vendorServer();
});
beforeEach(() => {
  localStorage.clear();
  server.sent.length = 0;
});
afterAll(() => server.close());

const context = (changes = {}) =>
  contextWith({ posthog: { key: "phc_1", host: server.host } }, changes);
const texts = () =>
  server.sent.filter(({ path }) => path.startsWith("/e/")).map((s) => s.text);
const told = () => decodeURIComponent(texts().join("\n"));

test("it runs where the funnel says `analytics: true`, and nowhere else", () => {
  const { brand, funnel: measured } = context();
  expect(posthog.wanted(brand, measured)).toBe(true);
  expect(posthog.wanted(brand, funnel)).toBe(false);
});

test("fetches its remote config, and sends page views and purchases of this device", async () => {
  const devices: string[] = [];
  const running = await posthog.start(
    context({ reportDevice: (id: string) => devices.push(id) }),
  );
  await running.track({
    kind: "page",
    path: "/quiz-focus/start",
    title: "Start",
  });
  await running.track({ kind: "purchase", properties: { event_id: "e-1" } });
  window.dispatchEvent(new Event("pagehide"));
  window.dispatchEvent(new Event("unload"));
  await until(() => told().includes("e-1"));
  expect(server.sent.some(({ path }) => path.startsWith("/array/phc_1/"))).toBe(
    true,
  );
  expect(told()).toContain("$pageview");
  expect(told()).toContain("device-1");
  expect(devices).toEqual(["device-1"]);
});

test("is told which questions are asked once more, by their names", async () => {
  const running = await posthog.start(context());
  await running.track({ kind: "dropped", questions: ["gender", "goal"] });
  window.dispatchEvent(new Event("pagehide"));
  window.dispatchEvent(new Event("unload"));
  await until(() => told().includes("answers_dropped"));
  expect(told()).toContain('"questions":["gender","goal"]');
  expect(told()).toContain(`"funnel":"${funnel.brand}/${funnel.id}"`);
});

test("identifies with the identity properties, and only with those", async () => {
  const identity = { user_id: "u-1", email: "a@b.co", signup_date: 1_700_000 };
  const running = await posthog.start(
    context({ identity: () => identity, visitorId: () => "v-1" }),
  );
  await running.track({ kind: "visitor" });
  await until(() => told().includes("$identify"));
  expect(told()).toContain("a@b.co");
  expect(told()).toContain("1700000");
});

test("a visitor stays one person when their picture gives them another user id", async () => {
  const { brand } = contextWith({
    posthog: { key: "phc_4", host: server.host },
  });
  let user_id = "v-1";
  const identity = () => ({ user_id });
  const capture = vi.spyOn(PostHog.prototype, "capture");
  const running = await posthog.start(
    context({ brand, identity, visitorId: () => "v-1" }),
  );
  await running.track({ kind: "visitor" });
  user_id = "picture-1";
  await running.track({ kind: "visitor" });
  await running.track({ kind: "purchase", properties: { event_id: "e-1" } });
  const captured = capture.mock.results.flatMap(({ value }) => value ?? []);
  expect(captured).toMatchObject([
    {
      event: "$identify",
      properties: { distinct_id: "v-1", $anon_distinct_id: "device-1" },
    },
    {
      event: "$set",
      properties: { distinct_id: "v-1", $set: { user_id: "picture-1" } },
    },
    { event: "purchase", properties: { distinct_id: "v-1" } },
  ]);
  capture.mockRestore();
  running.stop();
});

test.each([null, "unknown-device"])(
  "where no device id is known (%s) the library makes one, and tells it in each document, not who the person is",
  async (unknown) => {
    const { brand } = contextWith({
      posthog: { key: `phc_5${unknown}`, host: server.host },
    });
    const devices: string[] = [];
    const start = () =>
      posthog.start(
        context({
          brand,
          deviceId: () => unknown,
          identity: () => ({ user_id: "v-1" }),
          visitorId: () => "v-1",
          reportDevice: (id: string) => devices.push(id),
        }),
      );
    const first = await start();
    await first.track({ kind: "visitor" });
    first.stop();
    const next = await start();
    next.stop();
    expect(devices).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      devices[0],
    ]);
  },
);

test("a browser that was one with all whose device is not known becomes one of its own", async () => {
  const { brand } = contextWith({
    posthog: { key: "phc_7", host: server.host },
  });
  const unknown = "unknown-device";
  localStorage.setItem(
    "ph_phc_7_posthog",
    JSON.stringify({ distinct_id: unknown, $device_id: unknown }),
  );
  const devices: string[] = [];
  const capture = vi.spyOn(PostHog.prototype, "capture");
  const running = await posthog.start(
    context({
      brand,
      deviceId: () => null,
      reportDevice: (id: string) => devices.push(id),
    }),
  );
  await running.track({ kind: "page", path: "/quiz/step", title: "" });
  const captured: unknown = capture.mock.results.at(-1)?.value;
  expect(devices).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(captured).toMatchObject({
    properties: { distinct_id: devices[0], $device_id: devices[0] },
  });
  capture.mockRestore();
  running.stop();
});

test("how far a page was scrolled is not told: the view of the next one would tell it of sensitive ones too", async () => {
  const { brand } = contextWith({
    posthog: { key: "phc_6", host: server.host },
  });
  const capture = vi.spyOn(PostHog.prototype, "capture");
  const running = await posthog.start(context({ brand }));
  const view = (path: string) =>
    running.track({ kind: "page", path, title: "" });
  await view("/quiz/step");
  window.dispatchEvent(new Event("scroll"));
  await view("/quiz/3-age");
  const captured: unknown = capture.mock.results.at(-1)?.value;
  expect(captured).toMatchObject({ event: "$pageview" });
  expect(JSON.stringify(captured)).toContain("$prev_pageview_id");
  expect(JSON.stringify(captured)).not.toMatch(/scroll|content/);
  capture.mockRestore();
  running.stop();
});

test("after an opt-out nothing more is sent", async () => {
  movableTime();
  const running = await posthog.start(context());
  running.stop();
  await running.track({ kind: "page", path: "/unseen", title: "Unseen" });
  await everythingSent(server.host);
  expect(told()).not.toContain("/unseen");
  vi.useRealTimers();
});

/** What is left of a tap on elements (the innermost first) when it is sent; null when it is not. */
async function tapped(
  chain: string,
  more: object = {},
  sensitive: Sensitivity = "no",
): Promise<unknown> {
  const init = vi.spyOn(PostHog.prototype, "init");
  const running = await posthog.start(context({ sensitive: () => sensitive }));
  const send = init.mock.lastCall?.[1]?.before_send;
  running.stop();
  init.mockRestore();
  if (typeof send !== "function") throw new Error("nothing looks at events");
  const properties = { $elements_chain: chain, ...more };
  return send({ uuid: "1", event: "$autocapture", properties });
}

test("a tap is told with its elements", async () => {
  const chain = 'a:attr__href="/terms"nth-child="1";p:nth-child="2"';
  expect(await tapped(chain)).toMatchObject({
    properties: { $elements_chain: chain },
  });
});

test.each([
  {},
  { $elements: [{ tag_name: "input" }, { "attr__data-answer": "" }] },
])("of an answer a tap does not tell which one: %j", async (more) => {
  const left = await tapped(
    'input:attr__id="gender-male";div:attr__data-answer="true"',
    more,
  );
  expect(left).not.toBeNull();
  expect(JSON.stringify(left)).not.toContain("gender");
});

test("of a link that holds answers or opens a gift nothing is told", async () => {
  const link = "mailto:?body=%23resume%3Djaw";
  expect(
    await tapped(
      `a:attr__href="${link}"href="${link}";div:attr__data-private="true"`,
    ),
  ).toBeNull();
});

test.each(["part", "whole", "last"] as const)(
  "on a page that is sensitive as %s a tap is not told",
  async (sensitive) => {
    const chain = 'button:attr__id="dark-yes"';
    expect(await tapped(chain)).not.toBeNull();
    expect(await tapped(chain, {}, sensitive)).toBeNull();
  },
);

test("of a sensitive page it is not told where it was", async () => {
  movableTime();
  const running = await posthog.start(context({ sensitive: () => "whole" }));
  history.replaceState(null, "", "/quiz/21-step");
  await running.track({ kind: "page", path: "/quiz/step", title: "A quiz" });
  await everythingSent(server.host);
  window.dispatchEvent(new Event("pagehide"));
  await until(() => told().includes("/quiz/step"));
  await everythingSent(server.host);
  expect(told()).not.toContain("21-step");
  history.replaceState(null, "", "/");
  vi.useRealTimers();
});

test("a page view that has waited is told of its own page, not of the one on screen by then", async () => {
  movableTime();
  const here = context({ location: window.location });
  const running = await posthog.start(here);
  history.replaceState(null, "", "/quiz/2-age?utm_source=x&email=a%40b.co");
  document.title = "Second";
  await running.track({ kind: "page", path: "/quiz/step", title: "First" });
  await everythingSent(server.host);
  window.dispatchEvent(new Event("pagehide"));
  await until(() => told().includes('"title":"First"'));
  const view = told()
    .split('"event":"$pageview"')
    .map((rest) => rest.split('"event":')[0] ?? "")
    .find((rest) => rest.includes('"title":"First"'));
  const { origin } = window.location;
  expect(view).toContain('"$pathname":"/quiz/step"');
  expect(view).toContain(`"$current_url":"${origin}/quiz/step?utm_source=x"`);
  expect(view).not.toMatch(/Second|page_title/);
  document.title = "";
  history.replaceState(null, "", "/");
  running.stop();
  vi.useRealTimers();
});

test("stopped before it is there, it asks for nothing, and its end is nothing to the next one", async () => {
  movableTime();
  // A project of its own: what the other tests have started goes on.
  const { brand } = contextWith({
    posthog: { key: "phc_2", host: server.host },
  });
  const late = await posthog.start(context({ brand, isStopped: () => true }));
  await everythingSent(server.host);
  expect(server.sent.map(({ path }) => path)).not.toContainEqual(
    expect.stringContaining("phc_2"),
  );
  const next = await posthog.start(context({ brand }));
  late.stop();
  await next.track({ kind: "page", path: "/seen", title: "Seen" });
  await everythingSent(server.host);
  window.dispatchEvent(new Event("pagehide"));
  await until(() => told().includes("/seen"));
  next.stop();
  vi.useRealTimers();
});

test("what was stopped stays so when the next one starts: that the page is left is told once", async () => {
  movableTime();
  const { brand } = contextWith({
    posthog: { key: "phc_3", host: server.host },
  });
  let isStopped = false;
  const first = await posthog.start(
    context({ brand, isStopped: () => isStopped }),
  );
  await first.track({ kind: "page", path: "/left", title: "Left" });
  isStopped = true;
  first.stop();
  const next = await posthog.start(context({ brand }));
  await everythingSent(server.host);
  server.sent.length = 0;
  window.dispatchEvent(new Event("pagehide"));
  await until(() => told().includes("phc_3"));
  await everythingSent(server.host);
  const own = texts().filter((text) => text.includes("phc_3"));
  expect(own.join("").split("$pageleave")).toHaveLength(2);
  next.stop();
  vi.useRealTimers();
});
