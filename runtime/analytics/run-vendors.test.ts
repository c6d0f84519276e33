import { beforeEach, expect, test, vi } from "vitest";
import type { VisitEvent } from "../state/events.ts";
import { runVendors } from "./run-vendors.ts";
import { type Vendor, VendorFault } from "./vendor.ts";
import { contextWith } from "../testing/vendors.ts";

const PAGE: VisitEvent = { kind: "page", path: "/quiz/start", title: "Start" };
const absent: Vendor = {
  purpose: "measurement",
  wanted: () => false,
  start: () => Promise.reject(new Error("started though not wanted")),
};
const only = (posthog: Vendor, replay: Vendor = absent) => ({
  posthog,
  replay,
});
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

const warn = vi.spyOn(console, "warn");
const error = vi.spyOn(console, "error");
beforeEach(() => {
  warn.mockReset();
  error.mockReset();
});

function listener() {
  const told: VisitEvent[] = [];
  let stopped = 0;
  const vendor: Vendor = {
    purpose: "measurement",
    wanted: () => true,
    start: async () => ({
      track: (event) => void told.push(event),
      stop: () => {
        stopped += 1;
      },
    }),
  };
  return { vendor, told, stopped: () => stopped };
}

test("a vendor that the funnel does not use is not started", async () => {
  runVendors(only(absent), contextWith({})).track(PAGE);
  await turn();
  expect([warn.mock.calls, error.mock.calls]).toEqual([[], []]);
});

test("events are queued before the vendor is there", async () => {
  const { vendor, told } = listener();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const late: Vendor = {
    ...vendor,
    start: async (context) => {
      await arrived;
      return vendor.start(context);
    },
  };
  const running = runVendors(only(late), contextWith({}));
  running.track(PAGE);
  running.track({ kind: "visitor" });
  await turn();
  expect(told).toEqual([]);
  arrive();
  await turn();
  expect(told).toEqual([PAGE, { kind: "visitor" }]);
});

test("whom an event is meant for is asked when they are there, or do not come", async () => {
  const { vendor, told } = listener();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const late: Vendor = {
    ...vendor,
    start: async (context) => {
      await arrived;
      return vendor.start(context);
    },
  };
  const never: Vendor = {
    ...vendor,
    start: () => Promise.reject(new Error("blocked")),
  };
  const asked: string[] = [];
  const running = runVendors(only(late, never), contextWith({}));
  running.track(PAGE, (id) => {
    asked.push(id);
    return false;
  });
  await turn();
  expect(asked).toEqual(["replay"]);
  arrive();
  await turn();
  expect(asked).toEqual(["replay", "posthog"]);
  expect(told).toEqual([]);
});

test("a vendor that is stopped before it is there is told so, and nothing else", async () => {
  const { vendor, told, stopped } = listener();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const seen: boolean[] = [];
  const late: Vendor = {
    ...vendor,
    start: async (context) => {
      seen.push(context.isStopped());
      await arrived;
      seen.push(context.isStopped());
      return vendor.start(context);
    },
  };
  const running = runVendors(only(late), contextWith({}));
  running.track(PAGE);
  await turn();
  running.stop();
  arrive();
  await turn();
  expect(seen).toEqual([false, true]);
  expect(told).toEqual([]);
  expect(stopped()).toBe(1);
});

test.each([
  [
    "at once",
    () => {
      throw new Error("a@b.co");
    },
  ],
  ["later", () => Promise.reject(new TypeError("a@b.co"))],
  [
    "when told",
    async () => ({
      track: () => {
        throw new Error("a@b.co");
      },
      stop: () => undefined,
    }),
  ],
])(
  "a vendor that throws %s is a warning, and the others go on",
  async (_, start) => {
    const { vendor, told, stopped } = listener();
    const bad: Vendor = { purpose: "measurement", wanted: () => true, start };
    const running = runVendors(only(bad, vendor), contextWith({}));
    running.track(PAGE);
    await turn();
    running.stop();
    await turn();
    expect(told).toEqual([PAGE]);
    expect(stopped()).toBe(1);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls.join()).toMatch(/^posthog could not/);
    expect(warn.mock.calls.join()).not.toContain("a@b.co");
  },
);

test("a fault in our own words is an error that says them", async () => {
  const bad: Vendor = {
    purpose: "measurement",
    wanted: () => true,
    start: () => Promise.reject(new VendorFault("GTM-ID is not valid")),
  };
  runVendors(only(bad), contextWith({}));
  await turn();
  expect(error.mock.calls).toEqual([["GTM-ID is not valid"]]);
});
