import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SESSION_COOKIE } from "../../generated/call.ts";
import {
  CALLS,
  EVENT,
  KEY,
  NO_IDS,
  offline,
  purchase,
} from "../testing/calls.ts";
import { fakeCookies } from "../testing/cookies.ts";
import { localServer, type Reply } from "../testing/local-server.ts";
import { makeCharge, makeImmediateCharge } from "./charge.ts";
import { createClient } from "./client.ts";
import { NonsenseError } from "./nonsense.ts";
import { getVisitorIp } from "./visitor.ts";

const error = vi.spyOn(console, "error");
beforeEach(() => void error.mockImplementation(() => undefined));
afterEach(() => error.mockReset());

/** Left out of an answer without harm: only the payment pages' `url` is needed, and has its own test. */
const SPARE = new Set(["url", "new_image", "configurations"]);

test.each(CALLS)("%s reads its answer", async (_, call, answer, read) => {
  expect(await call(() => Promise.resolve(answer))).toEqual(read);
});

test.each(CALLS)("%s refuses nonsense", async (_, call, answer) => {
  const inside = { purchases: [{ ...purchase, amount: "39.99" }] };
  for (const nonsense of [null, undefined, "<html>", 5, [], {}, inside]) {
    await expect(call(() => Promise.resolve(nonsense))).rejects.toBeInstanceOf(
      NonsenseError,
    );
  }
  const whole = Object.entries(Object(answer));
  for (const [key] of whole.filter(([name]) => !SPARE.has(name))) {
    const damaged = Object.fromEntries([...whole, [key, [5]]]);
    await expect(call(() => Promise.resolve(damaged))).rejects.toBeInstanceOf(
      NonsenseError,
    );
  }
});

const FAULTS: readonly (readonly [string, Reply])[] = [
  ["is cut off", { kind: "drop" }],
  ["is answered with 500", { status: 500, body: "oh" }],
  ["is answered with a page", { body: "<p>hello" }],
  ["breaks off", { kind: "half" }],
  ["is never answered", { kind: "hang" }],
];

test.each(FAULTS)("whatever is called: what %s fails", async (_, reply) => {
  const server = await localServer(() => reply);
  const client = createClient({
    cookies: fakeCookies({ [SESSION_COOKIE]: "s-0" }),
    project: "calm",
    deviceId: () => null,
    location: new URL("https://calm.example/quiz/start"),
    now: Date.now,
    sleep: () => Promise.resolve(),
    base: server.base,
    aiBase: server.base,
  });
  const failed = await Promise.all(
    CALLS.map(([name, call]) =>
      call((path, options) => client(path, { ...options, timeout: 200 })).then(
        () => `${name} was answered`,
        () => "failed",
      ),
    ),
  );
  expect(new Set(failed)).toEqual(new Set(["failed"]));
  await server.close();
});

test("a failed lookup of the place, a failed charge by reference and a failed immediate charge are logged and rethrown", async () => {
  await expect(getVisitorIp(offline)).rejects.toThrow("offline");
  const charge = {
    ...NO_IDS,
    reference: "r-1",
    visitorId: null,
    eventId: EVENT,
  };
  await expect(makeCharge(offline, charge)).rejects.toThrow("offline");
  await expect(
    makeImmediateCharge(offline, KEY, "plan", EVENT),
  ).rejects.toThrow("offline");
  expect(error.mock.calls).toEqual([
    ["looking up the visitor's place failed", "TypeError"],
    ["charging by reference failed", "TypeError"],
    ["the immediate charge failed", "TypeError"],
  ]);
});

test("only a charge, a contact, a choice and a token are never repeated by themselves", async () => {
  const repeatable: unknown[] = [];
  for (const [name, call, answer] of CALLS) {
    await call((_, options) => {
      if (!options.repeatable) repeatable.push(name);
      return Promise.resolve(answer);
    });
  }
  expect(repeatable).toEqual([
    "store-contact-info",
    "store-consent",
    "make-charge",
    "pre-reg-data",
    "check-preview-status",
  ]);
});

test("what moves money may take thirty seconds", async () => {
  const slow: unknown[] = [];
  for (const [name, call, answer] of CALLS) {
    await call((_, { timeout }) => {
      if (timeout === 30_000) slow.push(name);
      return Promise.resolve(answer);
    });
  }
  expect(slow).toEqual([
    "make-stripe-checkout",
    "make-stripe-subscription",
    "make-checkout",
    "make-charge",
    "pay-pro-make-immediate-charge",
  ]);
});
