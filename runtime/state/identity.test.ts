import { expect, test, vi } from "vitest";
import { localServer } from "../testing/local-server.ts";
import { identifyAtom, reportingUserAtom } from "./identity.ts";
import { loadVisitorAtom } from "./load-visitor.ts";
import { submitContactAtom } from "./outbox.ts";
import { testVisit } from "../testing/visit.ts";

test("who the visitor is to analytics and error reports follows what is stored", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
  const visitor = {
    visitor_id: "v-1",
    is_new_visitor: false,
    contact_info: { sign_up: "1970-01-02T00:00:00Z" },
  };
  const server = await localServer(({ path }) =>
    path.endsWith("visitor-info") ? { body: visitor } : { kind: "hang" },
  );
  const { store, restore } = testVisit(server, {
    href: "https://calm.example/?utm_campaign=c1&ad_name=Ad&device_id=d-1",
  });
  restore();
  expect(store.set(identifyAtom)).toBeNull();
  expect(store.set(reportingUserAtom)).toBeNull();
  await store.set(loadVisitorAtom);
  store.set(submitContactAtom, { email: "a@b.co", name: "Anna" });
  expect(store.set(identifyAtom)).toEqual({
    ad_name: "Ad",
    user_id: "v-1",
    email: "a@b.co",
    signup_date: 86_400,
    device_id: "d-1",
    utm_campaign: "c1",
  });
  expect(store.set(reportingUserAtom)).toEqual({
    email: "a@b.co",
    username: "Anna",
  });
  expect([warn.mock.calls.length, info.mock.calls.length]).toEqual([1, 1]);
  await server.close();
  vi.restoreAllMocks();
});
