import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type LocalServer,
  localServer,
  type Reply,
} from "../testing/local-server.ts";
import { fakeCookies } from "../testing/cookies.ts";
import { contactAtom, emailAtom } from "./contact.ts";
import {
  type ContactFields,
  deliverAtom,
  outboxStored,
  submitContactAtom,
} from "./outbox.ts";
import { NOW, testVisit, until } from "../testing/visit.ts";
import { visitorStored } from "./visitor.ts";
import {
  SESSION_COOKIE,
  SESSION_HEADER,
  STORE_CONTACT_INFO_NAME_MAX,
} from "../../generated/call.ts";

const visitor = {
  visitor_id: "v-1",
  is_new_visitor: false,
  contact_info: { email: "a@b.co" },
};
const accepted: Reply = { body: { visitor_info: visitor, event_id: "e" } };
const warn = vi.spyOn(console, "warn");
const error = vi.spyOn(console, "error");
let server: LocalServer;
beforeEach(async () => {
  warn.mockImplementation(() => undefined);
  error.mockImplementation(() => undefined);
  server = await localServer(() => accepted);
});
afterEach(async () => {
  warn.mockReset();
  error.mockReset();
  await server.close();
});

const bodies = () => server.calls.map(({ body }) => body);
const eventIds = () => bodies().map((body) => Object(body).event_id);

test("a contact is kept at once, then sent with everything known, and the answer is kept", async () => {
  const cookies = { _fbp: "fbp-1", _fbc: "fbc-1", [SESSION_COOKIE]: "s-0" };
  const { store, restore } = testVisit(server, {
    cookies: fakeCookies(cookies),
    href: "https://calm.example/quiz-focus/9-email?utm_source=meta&fbclid=fb",
    referrer: "https://search.example/",
  });
  restore();
  store.set(submitContactAtom, { email: " a@b.co ", name: "" });
  expect(store.get(emailAtom)).toBe("a@b.co");
  expect(store.get(visitorStored.state).session).toEqual({
    email: "a@b.co",
    name: null,
  });
  await until(() => store.get(outboxStored.state)?.sent === true);
  // The event id is that of the answer.
  expect(store.get(outboxStored.state)?.event_id).toBe("e");
  expect(bodies()).toEqual([
    {
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: "a@b.co",
      utm_source: "meta",
      http_referer: encodeURIComponent(
        "https://calm.example/quiz-focus/9-email?utm_source=meta&fbclid=fb",
      ),
    },
  ]);
  expect(server.calls[0]).toMatchObject({
    method: "POST",
    path: "/visitor/store-contact-info",
    headers: {
      "x-external-referrer": "https://search.example/",
      "x-fbclid": "fb",
      "x-fbp": "fbp-1",
      "x-fbc": "fbc-1",
    },
  });
  expect(store.get(visitorStored.state)).toMatchObject({
    visitor_id: "v-1",
    session: null,
  });
});

test("a failing call is repeated with the same event id and body, more and more slowly", async () => {
  server.answer = () => (server.calls.length < 4 ? { status: 503 } : accepted);
  const { store, restore, waits } = testVisit(server);
  restore();
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => store.get(outboxStored.state)?.sent === true);
  expect(waits).toEqual([1_000, 2_000, 4_000]);
  expect(new Set(bodies().map((body) => JSON.stringify(body))).size).toBe(1);
});

test("a server that asks to be left alone is, on this page and on the next, and nothing is lost", async () => {
  const busy = { status: 503, headers: { "retry-after": "120" } };
  server.answer = () => (server.calls.length < 2 ? busy : accepted);
  const first = testVisit(server, { sleep: never });
  first.restore();
  first.store.set(submitContactAtom, { email: "a@b.co" });
  await until(
    () => first.store.get(outboxStored.state)?.notBefore !== undefined,
  );
  expect(first.store.get(outboxStored.state)?.notBefore).toBe(NOW + 120_000);
  // Neither the network nor the visitor coming back makes it impatient.
  first.events.dispatchEvent(new Event("online"));
  first.events.dispatchEvent(new Event("visibilitychange"));

  const waits: number[] = [];
  const next = testVisit(server, {
    backend: first.backend,
    now: () => NOW + 50_000 + waits.reduce((sum, ms) => sum + ms, 0),
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  next.restore();
  expect(server.calls).toHaveLength(1);
  await next.store.set(deliverAtom);
  expect(waits).toEqual([70_000]);
  expect(next.store.get(outboxStored.state)?.sent).toBe(true);
  expect(bodies()[1]).toEqual(bodies()[0]);
});

const IN_HALF_A_MINUTE = new Date(NOW + 30_000).toUTCString();
const HOUR_MS = 3_600_000;

test.each([
  ["a date", IN_HALF_A_MINUTE, NOW, [30_000]],
  ["a date, to a device that is ahead", IN_HALF_A_MINUTE, NOW, [30_000]],
  ["a date that has passed", IN_HALF_A_MINUTE, NOW + HOUR_MS, [1_000]],
  ["at once", "0", NOW, [1_000]],
  ["more than an hour", "999999", NOW, [3_600_000]],
  ["nonsense", "soon", NOW, [1_000]],
])("Retry-After: %s", async (what, said, date, expected) => {
  const headers = { "retry-after": said, date: new Date(date).toUTCString() };
  const busy = { status: 429, headers };
  const ahead = what.endsWith("ahead") ? 5 * HOUR_MS : 0;
  server.answer = () => (server.calls.length < 2 ? busy : accepted);
  const waits: number[] = [];
  const { store, restore } = testVisit(server, {
    now: () => NOW + ahead + waits.reduce((sum, ms) => sum + ms, 0),
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  restore();
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => store.get(outboxStored.state)?.sent === true);
  expect(waits).toEqual(expected);
});

test("whoever is told to come back at once, again and again, waits longer each time", async () => {
  const busy = { status: 503, headers: { "retry-after": "0" } };
  server.answer = () => (server.calls.length < 4 ? busy : accepted);
  const waits: number[] = [];
  const { store, restore } = testVisit(server, {
    now: () => NOW + waits.reduce((sum, ms) => sum + ms, 0),
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  restore();
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => store.get(outboxStored.state)?.sent === true);
  expect(waits).toEqual([1_000, 2_000, 4_000]);
});

test("a corrected email is sent in the place of the wrong one that had to wait", async () => {
  let now = NOW;
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const { store, restore } = testVisit(server, {
    now: () => now,
    sleep: () => passed,
  });
  restore();
  server.answer = () => ({ status: 429, headers: { "retry-after": "60" } });
  store.set(submitContactAtom, { email: "wrong@b.co" });
  await until(() => store.get(outboxStored.state)?.notBefore !== undefined);
  store.set(submitContactAtom, { email: "right@b.co" });
  server.answer = () => accepted;
  now += 60_000;
  pass();
  await until(() => store.get(outboxStored.state)?.sent === true);
  expect(server.calls.map(({ body }) => Object(body).email)).toEqual([
    "wrong@b.co",
    "right@b.co",
  ]);
});

test("a name that is given while the email waits goes out from the page of the email; the email of another page from there", async () => {
  const first = testVisit(server, { sleep: never });
  first.restore();
  server.answer = () => ({ kind: "drop" });
  first.store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => warn.mock.calls.length > 0);
  server.answer = () => accepted;
  const at = async (href: string, fields: ContactFields) => {
    const { store, restore } = testVisit(server, {
      backend: first.backend,
      href,
    });
    restore();
    store.set(submitContactAtom, fields);
    await until(() => store.get(outboxStored.state)?.sent === true);
    return Object(bodies().at(-1)).http_referer;
  };
  const page = Object(bodies()[0]).http_referer;
  const name = "https://calm.example/quiz-focus/10-name";
  expect(await at(name, { name: "Anna" })).toBe(page);
  const other = "https://calm.example/quiz-sleep/3-email";
  expect(await at(other, { email: "a@b.co" })).toBe(encodeURIComponent(other));
});

test("a wait from a clock that was moved is not kept to", async () => {
  const first = testVisit(server, { sleep: never });
  first.restore();
  server.answer = () => ({ status: 503, headers: { "retry-after": "60" } });
  first.store.set(submitContactAtom, { email: "a@b.co" });
  await until(
    () => first.store.get(outboxStored.state)?.notBefore !== undefined,
  );
  server.answer = () => accepted;
  const next = testVisit(server, {
    backend: first.backend,
    now: () => NOW - 86_400_000,
    sleep: never,
  });
  next.restore();
  await next.store.set(deliverAtom);
  expect(next.store.get(outboxStored.state)?.sent).toBe(true);
});

test("a reload sends what was not sent, under the same id", async () => {
  server.answer = () => ({ kind: "drop" });
  const first = testVisit(server, { sleep: never });
  first.restore();
  first.store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => warn.mock.calls.length > 0);
  server.answer = () => accepted;
  const next = testVisit(server, {
    backend: first.backend,
    href: "https://calm.example/quiz-focus/oto?utm_source=late",
  });
  next.restore();
  await next.store.set(deliverAtom);
  expect(next.store.get(outboxStored.state)?.sent).toBe(true);
  expect(bodies()[1]).toEqual(bodies()[0]);
});

test("after ten failures it waits for the next page or the network", async () => {
  server.answer = () => ({ status: 500 });
  const { store, restore, waits, events } = testVisit(server);
  restore();
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => waits.length === 10);
  // Another one would have been sent before this.
  await fetch(`${server.base}/last`);
  expect(server.calls.map(({ path }) => path)).toEqual([
    ...Array.from({ length: 10 }, () => "/visitor/store-contact-info"),
    "/last",
  ]);
  expect(waits.at(-1)).toBe(60_000);
  server.answer = () => accepted;
  events.dispatchEvent(new Event("online"));
  await until(() => store.get(outboxStored.state)?.sent === true);
});

test.each(["online", "visibilitychange"])(
  "%s: what waits for its next try is sent at once",
  async (type) => {
    server.answer = () => ({ kind: "drop" });
    let waits = 0;
    const sleep = () => {
      waits += 1;
      return never();
    };
    const { store, restore, events } = testVisit(server, { sleep });
    const leave = restore();
    store.set(submitContactAtom, { email: "a@b.co" });
    await until(() => waits === 1);
    // The network may be back in name only.
    events.dispatchEvent(new Event(type));
    await until(() => waits === 2);
    server.answer = () => accepted;
    events.dispatchEvent(new Event(type));
    await until(() => store.get(outboxStored.state)?.sent === true);
    expect(new Set(eventIds()).size).toBe(1);
    expect(server.calls).toHaveLength(3);
    leave();
    events.dispatchEvent(new Event(type));
    expect(server.calls).toHaveLength(3);
  },
);

test("sending twice stores once; something new is sent anew", async () => {
  const { store, restore } = testVisit(server);
  restore();
  for (let times = 0; times < 5; times += 1)
    store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => store.get(outboxStored.state)?.sent === true);
  store.set(submitContactAtom, { email: "a@b.co" });
  await store.set(deliverAtom);
  expect(server.calls).toHaveLength(1);
  store.set(submitContactAtom, { name: "Anna" });
  await until(
    () =>
      server.calls.length === 2 && store.get(outboxStored.state)?.sent === true,
  );
  expect(new Set(eventIds()).size).toBe(2);
  expect(bodies()[1]).toMatchObject({ email: "a@b.co", name: "Anna" });
});

test("what was sent is not sent again because the browser has cleared its storage", async () => {
  const { store, restore, backend } = testVisit(server);
  restore();
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => store.get(outboxStored.state)?.sent === true);
  backend.clear();
  store.set(submitContactAtom, { email: "a@b.co" });
  expect(store.get(outboxStored.state)?.sent).toBe(true);
});

test("a session that ends while its page stands open does not have what was sent either: it is sent anew", async () => {
  const cookies = fakeCookies({ [SESSION_COOKIE]: "s-1" });
  const { store, restore } = testVisit(server, { cookies });
  restore();
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => store.get(outboxStored.state)?.sent === true);
  cookies.values.delete(SESSION_COOKIE);
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => server.calls.length === 2);
  expect(new Set(eventIds()).size).toBe(2);
  await until(() => store.get(outboxStored.state)?.sent === true);
});

test("what was sent in a session that is over is sent anew in the next", async () => {
  const { store, restore, backend } = testVisit(server);
  restore();
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => store.get(outboxStored.state)?.sent === true);
  const later = testVisit(server, { backend, cookies: fakeCookies() });
  later.restore();
  later.store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => server.calls.length === 2);
  expect(new Set(eventIds()).size).toBe(2);
  await until(() => later.store.get(outboxStored.state)?.sent === true);
});

test("a contact whose answer opened a session of its own is stored in the visitor's as well", async () => {
  const cookies = fakeCookies();
  server.answer = ({ headers }) => {
    const known = headers[SESSION_HEADER];
    // Another tab has been quicker.
    if (known === undefined) cookies.set(SESSION_COOKIE, "s-tab", new Date(0));
    const session = known === undefined ? "s-own" : String(known);
    return { ...accepted, headers: { [SESSION_HEADER]: session } };
  };
  const { store, restore } = testVisit(server, { cookies });
  restore();
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => store.get(outboxStored.state)?.sent === true);
  expect(server.calls.map(({ headers }) => headers[SESSION_HEADER])).toEqual([
    undefined,
    "s-tab",
  ]);
  expect(new Set(eventIds()).size).toBe(1);
  expect(cookies.values.get(SESSION_COOKIE)).toBe("s-tab");
});

test("a contact goes on when the page is left", async () => {
  const ways: (boolean | undefined)[] = [];
  const { store, restore } = testVisit(server, {
    fetch: (input, init) => {
      ways.push(init?.keepalive);
      return fetch(input, init);
    },
  });
  restore();
  store.set(submitContactAtom, { email: "a@b.co" });
  await until(() => store.get(outboxStored.state)?.sent === true);
  expect(ways).toEqual([true]);
});

test.each([400, 404, 422])(
  "a contact refused with %i is not sent again, and the visitor goes on",
  async (status) => {
    server.answer = () => refused(status);
    const { store, restore } = testVisit(server);
    restore();
    store.set(submitContactAtom, { email: "a@b.co" });
    await until(() => store.get(outboxStored.state) === null);
    await store.set(deliverAtom);
    expect(server.calls).toHaveLength(1);
    expect(error.mock.calls).toEqual([
      ["the contact was refused", `FetchError ${status}`],
    ]);
    expect(store.get(contactAtom)).toMatchObject({ email: "a@b.co" });
  },
);

test("of a name that is too long, no half character is sent", async () => {
  server.answer = () => accepted;
  const { store, restore } = testVisit(server);
  restore();
  const name = `${"x".repeat(STORE_CONTACT_INFO_NAME_MAX - 1)}😀`;
  store.set(submitContactAtom, { name });
  await until(() => store.get(outboxStored.state)?.sent === true);
  expect(JSON.stringify(server.calls[0]?.body)).not.toContain("ud83d");
});

test.each([401, 403, 404])(
  "a contact that something in between turns away with %i is sent again",
  async (status) => {
    server.answer = () => (server.calls.length < 2 ? { status } : accepted);
    const { store, restore } = testVisit(server);
    restore();
    store.set(submitContactAtom, { email: "a@b.co" });
    await until(() => store.get(outboxStored.state)?.sent === true);
    expect(server.calls).toHaveLength(2);
    expect(error).not.toHaveBeenCalled();
  },
);

test("neither email nor name is logged", async () => {
  server.answer = () =>
    server.calls.length < 2 ? { status: 500 } : refused(422);
  const { store, restore } = testVisit(server);
  restore();
  store.set(submitContactAtom, { email: "a@b.co", name: "Anna" });
  await until(() => store.get(outboxStored.state) === null);
  expect(JSON.stringify([warn.mock.calls, error.mock.calls])).not.toMatch(
    /a@b|Anna/,
  );
});

/** The server's own word that it will not take what it was sent. */
function refused(status: number) {
  return { status, body: { type: "urn:problem:invalid", status } };
}

function never(): Promise<void> {
  return new Promise(() => undefined);
}
