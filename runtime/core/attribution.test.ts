import { expect, test } from "vitest";
import { readAttribution } from "./attribution.ts";

const read = (search: string, referrer = "") =>
  readAttribution({ search, referrer, host: "calm.example:4173" });

test("every parameter of spec 2 goes to its field", () => {
  const { ad, utm, ...rest } = read(
    "?device_id=d-1&abtest=b&fbclid=fb&email=a%40b.co&utm_source=meta&utm_campaign=c1&utm_term=set-1" +
      "&utm_content=ad-1&utm_medium=cpc&adset_name=Set&campaign_name=Camp&ad_name=Ad&other=x",
  );
  expect(ad).toEqual({
    adsetId: "set-1",
    adsetName: "Set",
    adId: "ad-1",
    adName: "Ad",
    utmSource: "meta",
    utmCampaign: "c1",
    campaignName: "Camp",
  });
  expect(utm).toEqual({
    utm_source: "meta",
    utm_campaign: "c1",
    utm_term: "set-1",
    utm_content: "ad-1",
    utm_medium: "cpc",
  });
  expect(rest).toEqual({
    deviceId: "d-1",
    abtest: "b",
    fbclid: "fb",
    email: "a@b.co",
    externalReferrer: null,
  });
});

test.each([
  ["?abtest=a", "a"],
  ["?abtest=b", "b"],
  ["?abtest=A", null],
  ["?abtest=ab", null],
  ["?abtest=", null],
  ["?abtest=%20a", null],
  ["", null],
])("abtest, only exactly a or b: %s forces %s", (search, variant) => {
  expect(read(search).abtest).toBe(variant);
});

test.each([
  ["https://search.example/?q=1", "https://search.example/?q=1"],
  ["http://calm.example:4173/quiz", null],
  ["http://calm.example/quiz", "http://calm.example/quiz"],
  ["https://www.calm.example:4173/", null],
  ["https://www.other.example/", "https://www.other.example/"],
  ["", null],
  ["no address", null],
])("the referrer %j is external: %j", (referrer, external) => {
  expect(read("", referrer).externalReferrer).toBe(external);
});

test("a way back from the payment page is no new arrival", () => {
  expect(
    read("?checkout=abc", "https://pay.example/").externalReferrer,
  ).toBeNull();
});

test("values are bounded, and what is no email is none", () => {
  expect(read(`?utm_source=${"x".repeat(501)}`).utm["utm_source"]).toHaveLength(
    500,
  );
  expect(read("?email=nobody").email).toBeNull();
  expect(read("?utm_=x&utm_A%3C=y&utm_source=").utm).toEqual({});
  const many = Array.from({ length: 30 }, (_, index) => `utm_p${index}=1`).join(
    "&",
  );
  expect(Object.keys(read(`?${many}`).utm)).toHaveLength(20);
});
