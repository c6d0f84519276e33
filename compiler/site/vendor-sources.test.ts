import { expect, test } from "vitest";
import type { Vendors } from "../shared/vendors.ts";
import { vendorSources } from "./vendor-sources.ts";

const NONE: Vendors = {
  posthog: null,
  replay: null,
  tagManager: null,
  abScript: null,
  sentry: null,
};
const ALL: Vendors = {
  posthog: { key: "phc_1", host: "https://eu.i.posthog.com" },
  replay: { key: "k", host: "https://track.demo.example/in" },
  tagManager: { id: "GTM-1", hosts: ["https://tags.example/x"] },
  abScript: "https://cdn.ab.example/s.js",
  sentry: "https://0a@errors.example:8443/1",
};
const MEASURED = { analytics: true, replay: true };
const QUIET = { analytics: false, replay: false };

test("a brand without vendors adds nothing to a policy", () => {
  expect(vendorSources({ vendors: NONE }, MEASURED)).toEqual({
    script: [],
    connect: [],
    image: [],
  });
});

test("exactly the hosts of the brand's vendors are added", () => {
  expect(vendorSources({ vendors: ALL }, MEASURED)).toEqual({
    script: [
      "https://www.googletagmanager.com",
      "https://tags.example",
      "https://cdn.ab.example/s.js",
    ],
    connect: [
      "https://eu.i.posthog.com",
      "https://eu-assets.i.posthog.com",
      "https://track.demo.example",
      "https://www.googletagmanager.com",
      "https://tags.example",
      "https://cdn.ab.example",
      "https://errors.example:8443",
    ],
    image: [
      "https://www.googletagmanager.com",
      "https://tags.example",
      "https://cdn.ab.example",
    ],
  });
});

test("a funnel that measures nothing may only report errors", () => {
  expect(vendorSources({ vendors: ALL }, QUIET)).toEqual({
    script: [],
    connect: ["https://errors.example:8443"],
    image: [],
  });
});

test("replay alone opens the track server alone", () => {
  const vendors = { ...ALL, sentry: null };
  expect(vendorSources({ vendors }, { ...QUIET, replay: true })).toEqual({
    script: [],
    connect: ["https://track.demo.example"],
    image: [],
  });
});

test("a PostHog of one's own has a single host", () => {
  const posthog = { key: "phc_1", host: "https://ph.demo.example" };
  const { connect } = vendorSources(
    { vendors: { ...NONE, posthog } },
    MEASURED,
  );
  expect(connect).toEqual(["https://ph.demo.example"]);
});
