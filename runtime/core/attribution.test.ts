import { expect, test } from "vitest";
import { readAttribution } from "./attribution.ts";

const read = (search: string, referrer = "", repeated = false) =>
  readAttribution({ search, referrer, host: "calm.example:4173", repeated });

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
  ["", false],
  ["?email=a%40b.co&fbclid=fb&utm_source=&utm_medium=%20", false],
  ["?utm_medium=email", true],
  ["?ad_name=Ad", true],
])("what was advertised is said by %j: %s", (search, is) => {
  expect(read(search).ad !== null).toBe(is);
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

test("a page that is shown once more is led to by nothing", () => {
  expect(read("", "https://pay.example/", true).externalReferrer).toBeNull();
});

test("a way back from the payment page is no new arrival", () => {
  expect(
    read("?checkout=abc", "https://pay.example/").externalReferrer,
  ).toBeNull();
});

test("values are bounded, and what is no email is none", () => {
  const { utm, ad } = read(`?utm_source=${"x".repeat(2_000)}`);
  expect(utm["utm_source"]).toHaveLength(1_024);
  expect(ad?.utmSource).toHaveLength(500);
  expect(read("?email=nobody").email).toBeNull();
  expect(read("?utm_=x&utm_source=&utm_a%00=1&xutm_a=1").utm).toEqual({});
});

test.each([
  ["utm_source=fb&utm_source=ig", "fb", "fb"],
  ["utm_source=&utm_source=ig", "ig", "ig"],
  ["utm_source=%20&utm_source=ig", "ig", "ig"],
  ["utm_source=%00&utm_source=+ig&utm_source=fb", " ig", "ig"],
  ["utm_source=%20", undefined, null],
  ["utm_source=%0A%20%00", undefined, null],
])(
  "the contact and the checkout have the same of %s",
  (query, contact, checkout) => {
    const { utm, ad } = read(`?${query}`);
    expect(utm["utm_source"]).toBe(contact);
    expect(ad?.utmSource ?? null).toBe(checkout);
  },
);

test("utm_* are kept as they were sent, whatever their names and however many", () => {
  const sent = {
    UTM_Source: "Meta",
    "utm_Ad-Set": "a-1",
    "utm-medium": "cpc",
    "utm_source.platform": " spaces stay ",
    utm_größe: "ü",
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`utm_p${index}`, `${index}`]),
    ),
  };
  const { utm } = read(`?${new URLSearchParams(sent).toString()}`);
  expect(utm).toEqual(sent);
  expect(Object.keys(utm)).toHaveLength(65);
});

test("a value loses what no database keeps: control characters, half a character", () => {
  const long = `${"x".repeat(1_023)}😀`;
  const query = new URLSearchParams({ utm_a: "a\u0000b\nc", utm_b: long });
  expect(read(`?${query.toString()}`).utm).toEqual({
    utm_a: "abc",
    utm_b: "x".repeat(1_023),
  });
  const ad = new URLSearchParams({
    utm_source: "a\u0000b",
    ad_name: `${"x".repeat(499)}😀`,
  });
  expect(read(`?${ad.toString()}`).ad).toMatchObject({
    utmSource: "ab",
    adName: "x".repeat(499),
  });
});
