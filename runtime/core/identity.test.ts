import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NO_CHECKOUT } from "./checkout-store.ts";
import { identityOf, reportingUser } from "./identity.ts";
import { NO_VISITOR } from "./visitor-info.ts";

const warn = vi.spyOn(console, "warn");
const info = vi.spyOn(console, "info");
beforeEach(() => {
  warn.mockImplementation(() => undefined);
  info.mockImplementation(() => undefined);
});
afterEach(() => {
  warn.mockReset();
  info.mockReset();
});

const visitor = {
  ...NO_VISITOR,
  visitor_id: "v-1",
  contact_info: {
    email: "a@b.co",
    name: "Anna",
    sign_up: "2026-01-01T00:00:01.900Z",
  },
};
const checkout = {
  ...NO_CHECKOUT,
  adsetName: "Set",
  campaignName: "Camp",
  adName: "Ad",
  userId: "p-1",
  deviceId: "d-1",
  utmSource: "meta",
  utmCampaign: "c1",
};

test("identity properties: every field of the spec, the sign-up date in epoch seconds", () => {
  expect(identityOf(visitor, checkout)).toEqual({
    adset_name: "Set",
    campaign_name: "Camp",
    ad_name: "Ad",
    user_id: "p-1",
    email: "a@b.co",
    signup_date: Date.UTC(2026, 0, 1) / 1_000 + 1,
    device_id: "d-1",
    utm_source: "meta",
    utm_campaign: "c1",
  });
});

test("empty and null identity values are not sent", () => {
  const known = { ...NO_VISITOR, visitor_id: "v-1" };
  const empty = { ...NO_CHECKOUT, utmSource: "", adName: "" };
  expect(identityOf(known, empty)).toEqual({ user_id: "v-1" });
  const contact_info = { sign_up: "soon" };
  expect(identityOf({ ...known, contact_info }, empty)).toEqual({
    user_id: "v-1",
  });
});

test("without visitor info 'Visitor info is missing' is warned and identity properties are skipped", () => {
  expect(identityOf(NO_VISITOR, checkout)).toBeNull();
  expect(warn.mock.calls).toEqual([["Visitor info is missing"]]);
});

test("the temporary pair of email and name counts before the server has confirmed it", () => {
  const session = { email: "new@b.co", name: "Ann" };
  const given = { ...visitor, contact_info: {}, session };
  expect(identityOf(given, NO_CHECKOUT)).toMatchObject({ email: "new@b.co" });
  expect(reportingUser(given)).toEqual({ email: "new@b.co", username: "Ann" });
});

test("the reporting user is the email and the name of contact_info", () => {
  expect(reportingUser(visitor)).toEqual({
    email: "a@b.co",
    username: "Anna",
  });
  expect(info).not.toHaveBeenCalled();
});

test("a missing visitor email logs an info message", () => {
  expect(reportingUser(NO_VISITOR)).toBeNull();
  expect(info.mock.calls).toEqual([["the visitor's email is missing"]]);
});
