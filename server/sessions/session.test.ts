import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { requestFields, withRequest } from "../http/request-context.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { arrive } from "../testing/calls.ts";
import { inCall } from "../testing/context.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { digest } from "../token.ts";
import {
  currentSession,
  readDeviceId,
  requireSession,
  SESSION_HEADER,
} from "./session.ts";

const server = useServer();
const services = () =>
  createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    now: () => new Date(server.clock.ms),
  });

describe("the session of a request", () => {
  test.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["no token", { [SESSION_HEADER]: "x" }],
    ["a token of nobody", { [SESSION_HEADER]: "A".repeat(22) }],
  ])("that carries %s is none", async (_, headers) => {
    const found = inCall((c) => currentSession(c, services()), headers);
    expect(await found).toBeNull();
  });

  test("is one, however often it is asked for and made", async () => {
    const made = await inCall(async (c) => [
      await requireSession(c, services()),
      await requireSession(c, services()),
      await currentSession(c, services()),
    ]);
    const [first] = made;
    expect(made).toEqual([first, first, first]);
  });

  test("stands in the log as soon as it is known", async () => {
    const { session, visitorId } = await arrive(server);
    const names = { request: randomUUID(), traceparent: undefined };
    const known = withRequest(names, () =>
      inCall(
        async (c) => ({
          found: await currentSession(c, services()),
          fields: requestFields(),
        }),
        { [SESSION_HEADER]: session },
      ),
    );
    const id = digest(session);
    expect(await known).toMatchObject({
      found: { id, visitorId },
      fields: { session: id },
    });
  });
});

test.each<[string, Record<string, string>, string | null]>([
  ["its name", { "x-device-id": "d-1" }, "d-1"],
  ["none where it says none", {}, null],
  ["none where many say the same", { "x-device-id": "unknown-device" }, null],
])("the name of a device is %s", async (_, headers, id) => {
  expect(await inCall(readDeviceId, headers)).toBe(id);
});
