import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  SESSION_HEADER,
  SESSION_TTL_HEADER,
  SESSION_TTL_S,
} from "./session.ts";
import { appOver, useServer } from "../testing/server.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  readObject,
} from "../testing/calls.ts";

const server = useServer(() => ({ countryHeader: "cf-ipcountry" }));

const INFO = "/api/visitor/visitor-info";
const CONTACT = "/api/visitor/store-contact-info";

describe("sessions", () => {
  test("an unknown id is refused, and a new one made", async () => {
    const proposed = "AAAAAAAAAAAAAAAAAAAAAA";
    const answer = await server.send(INFO, {
      headers: { [SESSION_HEADER]: proposed },
    });
    expectAnswer("visitor-info", answer);
    const made = answer.headers[SESSION_HEADER];
    expect(made).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(made).not.toBe(proposed);
    expect(answer.headers[SESSION_TTL_HEADER]).toBe("259200");
  });

  test("a known id is kept, stored only as a digest", async () => {
    const visitor = await arrive(server);
    const answer = await visitor.call(INFO);
    expect(answer.headers[SESSION_HEADER]).toBe(visitor.session);
    expect(expectAnswer("visitor-info", answer)["visitor_id"]).toBe(
      visitor.visitorId,
    );
    const rows = await server.db
      .selectFrom("sessions")
      .select("session_id")
      .execute();
    expect(rows.map((row) => row.session_id)).not.toContain(visitor.session);
  });

  test("lives three days after the last call, and not a second longer", async () => {
    const visitor = await arrive(server);
    server.clock.ms += SESSION_TTL_S * 1_000 - 1_000;
    const late = await visitor.call(INFO);
    expect(late.headers[SESSION_HEADER]).toBe(visitor.session);
    server.clock.ms += SESSION_TTL_S * 1_000;
    const tooLate = await visitor.call(INFO);
    expect(tooLate.headers[SESSION_HEADER]).not.toBe(visitor.session);
  });

  test("a device keeps its visitor, but not another session's contacts", async () => {
    const device = { "x-device-id": randomUUID() };
    const first = await arrive(server, device);
    await first.call(CONTACT, {
      method: "POST",
      body: { event_id: randomUUID(), email: "ann@mail.example" },
    });
    const again = await server.send(INFO, { headers: device });
    expect(again.json).toEqual({
      visitor_id: first.visitorId,
      is_new_visitor: false,
      contact_info: {},
    });
  });

  test("devices without a name of their own are not one visitor", async () => {
    const nameless = { "x-device-id": "unknown-device" };
    const [a, b] = [
      await arrive(server, nameless),
      await arrive(server, nameless),
    ];
    expect(a.visitorId).not.toBe(b.visitorId);
  });

  test("calls of one new device at the same time agree on the visitor", async () => {
    const headers = { "x-device-id": randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.send(INFO, { headers })),
    );
    const ids = answers.map(
      (answer) => expectAnswer("visitor-info", answer)["visitor_id"],
    );
    expect(new Set(ids).size).toBe(1);
  });
});

describe("contacts", () => {
  test("are stored once for an event and read back", async () => {
    const visitor = await arrive(server);
    const body = {
      event_id: randomUUID(),
      email: "ann@mail.example",
      name: "Ann",
      utm_source: "letter",
    };
    const store = () => visitor.call(CONTACT, { method: "POST", body });
    const [one, two] = [await store(), await store()];
    expect(expectAnswer("store-contact-info", one)).toMatchObject({
      event_id: body.event_id,
      visitor_info: { contact_info: { email: body.email, name: "Ann" } },
    });
    expect(two.json).toEqual(one.json);
    const { count } = await server.db
      .selectFrom("contacts")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("event_id", "=", body.event_id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
    expectProblem(
      "event-reused",
      await visitor.call(CONTACT, {
        method: "POST",
        body: { ...body, email: "bob@mail.example" },
      }),
    );
  });

  test("are taken from one network thirty times a minute, since each may send a mail", async () => {
    const app = appOver(server, {
      addressHeader: "x-forwarded-for",
      now: () => new Date(server.clock.ms),
    });
    const store = async (address: string) =>
      app.request(CONTACT, {
        method: "POST",
        headers: {
          host: "calm.localhost",
          "content-type": "application/json",
          "x-forwarded-for": address,
        },
        body: JSON.stringify({
          event_id: randomUUID(),
          email: `${randomUUID()}@mail.example`,
        }),
      });
    for (let i = 0; i < 30; i += 1)
      expect((await store("203.0.113.9")).status).toBe(200);
    const refused = await store("203.0.113.9");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await store("203.0.113.10")).status).toBe(200);
    server.clock.ms += 60_000;
    expect((await store("203.0.113.9")).status).toBe(200);
  });

  test("keep parameters as they were sent, hundreds of them and in any spelling", async () => {
    const visitor = await arrive(server);
    const utm = {
      UTM_Source: "Meta",
      "utm_Ad-Set": "a 1",
      "utm_größe.x": '"<ü>',
      ...Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`utm_p${index}`, "1"]),
      ),
    };
    const event_id = randomUUID();
    const body = { event_id, email: "ann@mail.example", ...utm };
    expectAnswer(
      "store-contact-info",
      await visitor.call(CONTACT, { method: "POST", body }),
    );
    const { fields } = await server.db
      .selectFrom("contacts")
      .select("fields")
      .where("event_id", "=", event_id)
      .executeTakeFirstOrThrow();
    expect(fields).toEqual({ email: "ann@mail.example", ...utm });
    const refused = { event_id: randomUUID(), "utm_\u0000": "1" };
    expectProblem(
      "invalid",
      await visitor.call(CONTACT, { method: "POST", body: refused }),
    );
  });

  test("may be a message of 2,000 characters", async () => {
    const visitor = await arrive(server);
    const store = (message: string) =>
      visitor.call(CONTACT, {
        method: "POST",
        body: { event_id: randomUUID(), message },
      });
    expectAnswer("store-contact-info", await store("m".repeat(2_000)));
    const tooLong = expectProblem("invalid", await store("m".repeat(2_001)));
    expect(placesOf(tooLong)).toEqual(["#/message"]);
  });

  test("keep their attribution headers, printable and cut", async () => {
    const visitor = await arrive(server);
    const event_id = randomUUID();
    await visitor.call(CONTACT, {
      method: "POST",
      body: { event_id },
      headers: { "x-fbclid": "f".repeat(3_000), "x-fbp": "fb.1\u00e9" },
    });
    const row = await server.db
      .selectFrom("contacts")
      .selectAll()
      .where("event_id", "=", event_id)
      .executeTakeFirstOrThrow();
    expect(row.fbclid).toHaveLength(1_024);
    expect(row.fbp).toBe("fb.1");
  });

  const event_id = randomUUID();
  test.each<[string, unknown, string, string]>([
    ["no event", { email: "a@b.example" }, "invalid", "#"],
    ["an email that is none", { event_id, email: "ann" }, "invalid", "#/email"],
    ["a number for a text", { event_id, name: 7 }, "invalid", "#/name"],
    ["a nested field", { event_id, x: { y: 1 } }, "invalid", "#/x"],
    [
      "a prototype's name",
      `{"event_id":"${event_id}","__proto__":"x"}`,
      "invalid",
      "#/__proto__",
    ],
    ["a NUL", { event_id, name: "a\0b" }, "invalid", "#/name"],
    ["half a character", { event_id, name: "\ud800" }, "invalid", "#/name"],
    [
      "half a character in a name",
      { event_id, "utm_a\ud800": "x" },
      "invalid",
      "#/utm_a",
    ],
    ["a list", [], "invalid", "#"],
    ["a nest", "[".repeat(40_000) + "]".repeat(40_000), "invalid", "#"],
    ["broken JSON", "{", "not-parsed", "nowhere"],
    [
      "too much",
      { event_id, x: "x".repeat(100_001) },
      "body-too-large",
      "nowhere",
    ],
  ])(
    "refuses %s with its place, and stores nothing",
    async (_, body, code, pointer) => {
      const before = await countRows();
      const answer = await server.send(CONTACT, { method: "POST", body });
      expect(placesOf(expectProblem(code, answer))).toContain(pointer);
      expect(await countRows()).toEqual(before);
    },
  );

  test("refuses what a form of another site can send", async () => {
    const answer = await server.send(CONTACT, {
      method: "POST",
      body: JSON.stringify({ event_id }),
      headers: { "content-type": "text/plain" },
    });
    expect(expectProblem("not-json", answer)).toMatchObject({ status: 415 });
  });
});

function placesOf({ errors }: Record<string, unknown>): unknown[] {
  return Array.isArray(errors)
    ? errors.map((error: unknown) => readObject(error)["pointer"])
    : ["nowhere"];
}

function countRows() {
  return Promise.all(
    (["contacts", "sessions", "visitors"] as const).map((table) =>
      server.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow(),
    ),
  );
}

test("visitor-ip reads the country from the proxy's header", async () => {
  const path = "/api/visitor/visitor-ip";
  const told = await server.send(path, { headers: { "cf-ipcountry": "GB" } });
  expect(expectAnswer("visitor-ip", told)).toMatchObject({ currency: "GBP" });
  const untold = await server.send(path);
  expect(expectAnswer("visitor-ip", untold)).toMatchObject({ status: "fail" });
});
