// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { Sensitivity } from "../../generated/contract.ts";
import { until } from "../testing/visit.ts";
import {
  discreetReport,
  hostKind,
  nameUser,
  REPLAY_ON_ERROR_RATE,
  REPLAY_SESSION_RATE,
  sentry,
  TRACE_RATE,
  tracedCalls,
} from "./sentry.ts";
import { contextWith, vendorServer } from "../testing/vendors.ts";
import { replayIntegration } from "./sentry-replay.ts";
import { ANSWER_PLACE, PRIVATE_PLACE } from "./vendor.ts";

vi.mock("./sentry-replay.ts", { spy: true });

const brand = { hosts: ["calm.example"] };
const at = (hostname: string) => ({ hostname, origin: `https://${hostname}` });
afterEach(() => vi.restoreAllMocks());

test("trace sample rate 1, replay on error 1, session replay 0", () => {
  expect([TRACE_RATE, REPLAY_ON_ERROR_RATE, REPLAY_SESSION_RATE]).toEqual([
    1, 1, 0,
  ]);
});

test.each([
  ["calm.example", "production"],
  ["www.calm.example", "production"],
  ["staging.calm.example", "staging"],
  ["testing-calm.example", "staging"],
  ["staging.other.example", "development"],
  ["calm.localhost", "development"],
] as const)("%s is %s", (hostname, kind) => {
  expect(hostKind(brand, hostname)).toBe(kind);
});

test.each([
  ["calm.example", "/api/visitor/visitor-info", true],
  ["calm.example", "https://api.example/api/visitor/visitor-ip", true],
  ["staging.calm.example", "/api/visitor/visitor-info", true],
  ["calm.example", "/assets/core.js", false],
  ["calm.example", "https://eu.i.posthog.com/e/", false],
  ["calm.localhost", "/api/visitor/visitor-info", false],
])("on %s a call of %s leaves a trace: %s", (hostname, url, traced) => {
  expect(tracedCalls(brand, at(hostname))(url)).toBe(traced);
});

test("the user is named with email and username", () => {
  const named: unknown[] = [];
  const user = { email: "a@b.co", username: "Anna" };
  nameUser({ user: () => user }, (known) => named.push(known));
  expect(named).toEqual([user]);
});

test("nobody is named while no email is known", () => {
  const setUser = vi.fn<(user: unknown) => void>();
  nameUser({ user: () => null }, setUser);
  expect(setUser).not.toHaveBeenCalled();
});

test("that naming the user failed is said to the console alone", () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  nameUser({ user: () => ({ email: "a@b.co" }) }, () => {
    throw new Error("a@b.co");
  });
  expect(error.mock.calls).toEqual([
    ["setting the user of error reports failed"],
  ]);
});

test("stopped before it is there, it does not begin", async () => {
  const server = await vendorServer();
  const context = contextWith(
    { sentry: `http://0a1b@127.0.0.1:${server.port}/7` },
    { isStopped: () => true },
  );
  const running = await sentry.start(context);
  const { getClient } = await import("./sentry-sdk.ts");
  expect(getClient()).toBeUndefined();
  running.stop();
  await server.close();
});

test("errors and warnings of the log are reported, with what was tapped, and without answers and hidden pages", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  const server = await vendorServer();
  const context = contextWith({
    sentry: `http://0a1b@127.0.0.1:${server.port}/7`,
  });
  const running = await sentry.start(context);
  history.replaceState(null, "", "/quiz/21-step");
  document.body.innerHTML = `<button id="go-on">On</button><fieldset data-answer><label><input type="radio" id="zone-eyes"></label></fieldset>`;
  for (const id of ["go-on", "zone-eyes"]) document.getElementById(id)?.click();
  console.error("something broke", location.href);
  console.warn("something is odd");
  const all = () => server.sent.map(({ text }) => text).join("\n");
  await until(
    () =>
      all().includes("something broke") && all().includes("something is odd"),
  );
  expect(server.sent[0]?.path).toMatch(/^\/api\/7\/envelope\//);
  expect(all()).toContain("go-on");
  expect(all()).toContain("/quiz/step");
  expect(all()).not.toMatch(/zone-eyes|21-step/);
  expect(all()).toContain('"infer_ip":"never"');
  history.replaceState(null, "", "/");

  // Whoever is not wanted any more hears nothing, and hears again from then on when wanted in the same document.
  running.stop();
  console.error("something unheard");
  const again = await sentry.start(context);
  console.error("something heard");
  await until(() => all().includes("something heard"));
  expect(all()).not.toContain("something unheard");
  again.stop();

  // Started again before the first one is there: that the first one ends is nothing to the second.
  const [first, second] = await Promise.all([
    sentry.start({ ...context }),
    sentry.start({ ...context }),
  ]);
  first.stop();
  console.error("something still heard");
  await until(() => all().includes("something still heard"));
  second.stop();
  await server.close();
});

test("a recording leaves out answers, and links that hold them or open a gift", async () => {
  const running = await sentry.start(contextWith({}));
  const [options] = vi.mocked(replayIntegration).mock.lastCall ?? [];
  expect(options?.block).toEqual([ANSWER_PLACE, PRIVATE_PLACE]);
  running.stop();
});

test("of a recording that is not wanted any more nothing more is sent; on a sensitive page it ends with what there was", async () => {
  let sensitive: Sensitivity = "no";
  let look = () => {};
  const running = await sentry.start(
    contextWith(
      {},
      {
        sensitive: () => sensitive,
        onSensitive: (listen) => {
          look = listen;
          return () => undefined;
        },
      },
    ),
  );
  const [made] = vi.mocked(replayIntegration).mock.results.slice(-1);
  if (made?.type !== "return") throw new Error("there is no recording");
  const stop = vi.spyOn(made.value, "stop");
  sensitive = "part";
  look();
  expect(stop.mock.calls).toEqual([[]]);
  running.stop();
  expect(stop.mock.lastCall).toEqual([{ flush: false }]);
  // Errors may still be reported, and nothing recorded.
  const unseen = await sentry.start(
    contextWith({}, { allows: (purpose) => purpose !== "replay" }),
  );
  expect(stop.mock.calls.slice(2)).toEqual([[{ flush: false }]]);
  unseen.stop();
});

test("no report names a hidden page, wherever an address may stand in it", () => {
  const page = "https://calm.example/quiz/21-step";
  const report = discreetReport({
    message: `something broke at ${page}`,
    request: { url: `${page}?utm_source=x&email=a%40b.co#end`, headers: {} },
    exception: {
      values: [
        {
          value: `Error: broke\n    at f (${page}:12:3)`,
          stacktrace: {
            frames: [
              { filename: page, lineno: 12 },
              { filename: `${page}:12:3`, lineno: 12 },
              { filename: "https://calm.example/assets/core.js" },
            ],
          },
        },
      ],
    },
    breadcrumbs: [
      { category: "fetch", data: { url: "/api/x?at=/quiz/21-step" } },
    ],
    sdkProcessingMetadata: { kept: page },
  });
  const { sdkProcessingMetadata, ...sent } = report;
  expect(sdkProcessingMetadata).toEqual({ kept: page });
  expect(JSON.stringify(sent)).not.toMatch(/21-step|email/);
  expect(sent.request.url).toBe("https://calm.example/quiz/step?utm_source=x");
  expect(sent.exception.values[0]?.stacktrace.frames).toEqual([
    { filename: "https://calm.example/quiz/step", lineno: 12 },
    { filename: "https://calm.example/quiz/step:12:3", lineno: 12 },
    { filename: "https://calm.example/assets/core.js" },
  ]);
});

test("no report names a payment, in whichever form a call is told", () => {
  const sent = discreetReport({
    breadcrumbs: [
      { data: { url: "/api/pay/checkout-status?checkout_id=c-1" } },
      { data: { url: "/api/visitor/make-charge/r-1" } },
      { data: { url: "/ai-api/visitor/download-preview-img/p-1" } },
      { data: { url: "https://api.example/api/visitor/make-charge/r-1" } },
      { message: "GET /api/pay/checkout-status?checkout_id=c-1 failed (500)" },
      { data: { url: "https://calm.example/quiz/oto?checkout=c-1&a=1" } },
    ],
    spans: [
      {
        description: "GET /api/visitor/make-charge/r-1",
        data: { "http.query": "?checkout_id=c-1", "http.method": "GET" },
        attributes: { "url.query": "checkout_id=c-1", type: "fetch" },
      },
    ],
    request: { query_string: "checkout_id=c-1" },
  });
  expect(sent).toEqual({
    breadcrumbs: [
      { data: { url: "/api/pay/checkout-status" } },
      { data: { url: "/api/visitor/make-charge/*" } },
      { data: { url: "/ai-api/visitor/download-preview-img/*" } },
      { data: { url: "https://api.example/api/visitor/make-charge/*" } },
      { message: "GET /api/pay/checkout-status failed (500)" },
      { data: { url: "https://calm.example/quiz/oto?a=1" } },
    ],
    spans: [
      {
        description: "GET /api/visitor/make-charge/*",
        data: { "http.query": "", "http.method": "GET" },
        attributes: { "url.query": "", type: "fetch" },
      },
    ],
    request: { query_string: "" },
  });
});
