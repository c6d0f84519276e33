import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Log } from "../log.ts";
import type { AppEnv } from "./app-env.ts";
import { unreadAddresses } from "./unread-addresses.ts";

const FORWARDED = { "x-forwarded-for": "203.0.113.7" };

async function messagesOf(
  options: { addressHeader?: string; production?: boolean },
  calls: readonly Record<string, string>[],
) {
  const messages: string[] = [];
  const log: Log = ({ level, message }) => messages.push(`${level} ${message}`);
  const { addressHeader = null, production = true } = options;
  const app = new Hono<AppEnv>();
  app.use(unreadAddresses({ addressHeader, log, production }));
  app.get("/", (c) => c.text("here"));
  for (const headers of calls) {
    const answer = await app.request("/", { headers });
    expect(await answer.text()).toBe("here");
  }
  return messages;
}

test("addresses that a proxy tells and nobody reads are said once", async () => {
  expect(await messagesOf({}, [{}, FORWARDED, FORWARDED])).toEqual([
    "error addresses of clients unread",
  ]);
});

test.each([
  ["there is no proxy", {}, {}],
  ["they are read", { addressHeader: "x-real-ip" }, FORWARDED],
  ["it is not in production", { production: false }, FORWARDED],
])("nothing is said where %s", async (_, options, headers) => {
  expect(await messagesOf(options, [headers])).toEqual([]);
});
