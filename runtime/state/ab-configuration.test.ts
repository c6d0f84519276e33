import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type LocalServer,
  localServer,
  type Reply,
} from "../testing/local-server.ts";
import { FakeStorage } from "../testing/storage.ts";
import { convertAtom, reportSideAtom } from "./ab-configuration.ts";
import { AB_CONFIGURATION_KEY } from "../core/storage-keys.ts";
import { whenIdle } from "../core/when-idle.ts";
import { testerAtom } from "./app.ts";
import { exposeAtom } from "./experiments.ts";
import { testVisit, until } from "../testing/visit.ts";

const warn = vi.spyOn(console, "warn");
const error = vi.spyOn(console, "error");
let server: LocalServer;
beforeEach(async () => {
  warn.mockImplementation(() => undefined);
  error.mockImplementation(() => undefined);
  server = await localServer(({ path, body }) => ({
    body: path.endsWith("visitor-app-configuration")
      ? { ...SERVER_SIDE, configurations: [SERVER_SIDE] }
      : body,
  }));
});
afterEach(async () => {
  warn.mockReset();
  error.mockReset();
  await server.close();
});

const NAME = "ab_dat2_oto_22";
const SERVER_SIDE = { variable_block: NAME, component: "A" };
const SHOWN = { variable_block: NAME, component: "B" };
const paths = () => server.calls.map(({ path }) => path);

function visit(backend = new FakeStorage(), more = "") {
  const opened = testVisit(server, {
    backend,
    href: `https://calm.example/quiz-focus/oto?device_id=d-7${more}`,
  });
  opened.restore();
  return opened;
}

const keptIn = (backend: FakeStorage): unknown =>
  JSON.parse(backend.getItem(AB_CONFIGURATION_KEY) ?? "null");

test("the AB configuration is loaded with the device's id, then updated with the side that was shown", async () => {
  const { store, backend } = visit();
  await store.set(reportSideAtom, SHOWN);
  expect(paths()).toEqual([
    "/ab/visitor-app-configuration",
    "/ab/visitor-app-configuration/update",
  ]);
  expect(server.calls[0]?.headers["x-device-id"]).toBe("d-7");
  expect(server.calls[1]?.body).toEqual(SHOWN);
  expect(keptIn(backend)).toEqual(SHOWN);
});

test("what a tester is shown is told as forced", async () => {
  const { store } = visit();
  store.set(testerAtom, true);
  await store.set(reportSideAtom, SHOWN);
  expect(server.calls[1]?.body).toEqual({ ...SHOWN, forced: true });
});

test("a conversion sends the stored AB configuration, after a reload too", async () => {
  const { store, backend } = visit();
  await store.set(reportSideAtom, SHOWN);
  const back = visit(backend);
  await back.store.set(convertAtom);
  expect(server.calls.at(-1)).toMatchObject({
    method: "POST",
    path: "/ab/process-conversion",
    body: SHOWN,
  });
  await back.store.set(reportSideAtom, SHOWN);
  // It is loaded once for a visitor.
  expect(paths().filter((path) => path.endsWith("configuration"))).toHaveLength(
    1,
  );
});

test("a sale while the AB configuration is on its way is counted when it is there", async () => {
  const { store } = visit();
  const reported = store.set(reportSideAtom, SHOWN);
  await store.set(convertAtom);
  expect(server.calls.at(-1)).toMatchObject({
    path: "/ab/process-conversion",
    body: SHOWN,
  });
  await reported;
});

test("'No AB configuration state available' is logged if a conversion is processed before the configuration loads", async () => {
  const { store } = visit();
  await store.set(convertAtom);
  expect(error.mock.calls).toEqual([["No AB configuration state available"]]);
  expect(paths()).toEqual([]);
});

test.each([
  ["the load", "visitor-app-configuration", SHOWN],
  ["the update", "update", SHOWN],
  ["everything", "", null],
])(
  "when %s fails it is logged and nothing is thrown",
  async (_, failing, kept) => {
    const { answer } = server;
    server.answer = (call) =>
      call.path.endsWith(failing) ? { status: 404 } : answer(call);
    const { store, backend } = visit();
    await store.set(reportSideAtom, SHOWN);
    expect(keptIn(backend)).toEqual(kept);
    expect([...warn.mock.calls, ...error.mock.calls].length).toBeGreaterThan(0);
  },
);

const FAULTS: readonly (readonly [string, Reply])[] = [
  ["cut off", { kind: "drop" }],
  ["answered with 500", { status: 500, body: "oh" }],
  ["answered with a page", { body: "<p>hello" }],
  ["answered with nonsense", { body: { variable_block: 7, data: [] } }],
];

test.each(FAULTS)("what is %s is logged, call by call", async (_, reply) => {
  const { answer } = server;
  const { store } = visit();
  await store.set(reportSideAtom, SHOWN);
  server.answer = () => reply;
  const logged = () =>
    [...warn.mock.calls, ...error.mock.calls].map(([what]) => String(what));
  await store.set(convertAtom);
  // What a conversion is answered is nobody's concern, as long as it is.
  const isAnswer = "body" in reply && reply.status === undefined;
  const failed = ["processing the conversion failed"];
  expect(logged()).toEqual(isAnswer ? [] : failed);

  warn.mockClear();
  error.mockClear();
  const another = visit();
  await another.store.set(reportSideAtom, SHOWN);
  await another.store.set(convertAtom);
  expect(logged().toSorted()).toEqual([
    "No AB configuration state available",
    "loading the AB configuration failed",
    "updating the AB configuration failed",
  ]);
  server.answer = answer;
});

test("a side that the address has forced is told as forced in later visits too", async () => {
  const { backend } = visit(new FakeStorage(), "&abtest=b");
  const { store } = visit(backend);
  store.set(exposeAtom, NAME, "B");
  await until(() => paths().some((path) => path.endsWith("update")));
  expect(server.calls.at(-1)?.body).toEqual({ ...SHOWN, forced: true });
});

test("both sides are told when a visit has shown both", async () => {
  const { store } = visit();
  const told = () =>
    server.calls.flatMap(({ path, body }) =>
      path.endsWith("update") ? [body] : [],
    );
  store.set(exposeAtom, NAME, "A");
  await until(() => told().length === 1);
  store.set(exposeAtom, NAME, "B");
  await until(() => told().length === 2);
  expect(told()).toEqual([{ ...SHOWN, component: "A" }, SHOWN]);
});

test("a side that was shown is told when the browser has time, once a visit", async () => {
  const { store, backend } = visit();
  store.set(exposeAtom, NAME, "B");
  store.set(exposeAtom, NAME, "B");
  expect(paths()).toEqual([]);
  await until(() => Object(keptIn(backend)).component === "B");
  store.set(exposeAtom, NAME, "B");
  // Told when the browser has time, as this is.
  let hadTime = false;
  whenIdle(() => {
    hadTime = true;
  });
  await until(() => hadTime);
  await vi.dynamicImportSettled();
  expect(paths()).toHaveLength(2);
});
