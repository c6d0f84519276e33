import { expect, test } from "vitest";
import { NO_CHECKOUT } from "../core/checkout-store.ts";
import { NO_EXPERIMENTS, withVariant } from "../core/experiments.ts";
import { purchaseTracking } from "./purchase-tracking.ts";

const source = {
  eventId: "e-1",
  clicks: { fbp: "fb.1", fbc: "fb.2" },
  checkout: { ...NO_CHECKOUT, deviceId: "d-1", utmSource: "meta" },
  experiments: withVariant(NO_EXPERIMENTS, "ab_dat2_oto_22", "B"),
  path: "/quiz/oto",
};

test("the purchase tracking payload has every field of the spec", () => {
  expect(purchaseTracking(source)).toEqual({
    event_id: "e-1",
    fbp: "fb.1",
    fbc: "fb.2",
    device_id: "d-1",
    source: "meta",
    split_name: "ab_dat2_oto_22",
    split_value: "B",
    value: "/quiz/oto",
  });
});

test("absent values are omitted from the purchase tracking payload, long ones cut", () => {
  const nothing = {
    ...source,
    clicks: { fbp: null, fbc: "" },
    checkout: NO_CHECKOUT,
    experiments: NO_EXPERIMENTS,
    path: "/".repeat(501),
  };
  expect(purchaseTracking(nothing)).toEqual({
    event_id: "e-1",
    value: "/".repeat(500),
  });
});
