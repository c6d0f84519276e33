import { describe, expect, test } from "vitest";
import { createOrigins } from "../http/origin.ts";
import { inCall } from "../testing/context.ts";
import { testSite } from "../testing/site.ts";
import { addressOf, pageOrigin } from "./addresses.ts";

const PLAIN = "http://calm.localhost";
const SECURE = "https://calm.localhost";
const HOST = "calm.example";
const OWN = `https://${HOST}`;

const originOf = (
  production: boolean,
  headers: Record<string, string>,
  asked?: string,
) => {
  const origins = createOrigins(testSite, production);
  const services = { origins, production };
  return inCall((c) => pageOrigin(c, services), headers, asked);
};

describe.each([false, true])("in production: %s", (production) => {
  test.each<[string, Record<string, string>, string]>([
    ["where the call went", {}, PLAIN],
    ["secure behind a proxy", { "x-forwarded-proto": "https" }, SECURE],
    ["plain behind another", { "x-forwarded-proto": "http" }, PLAIN],
    ["where the page is", { origin: OWN }, OWN],
    [
      "where the call went, whatever else is said",
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
      PLAIN,
    ],
  ])("a visitor's pages live %s", async (_, headers, origin) => {
    expect(await originOf(production, headers)).toBe(origin);
  });

  test("a host that is no brand's is a developer's, and in production not returned to", async () => {
    const asked = "http://evil.example";
    const headers = { origin: asked };
    expect(await originOf(production, headers, asked)).toBe(
      production ? OWN : asked,
    );
  });
});

test.each<[string, string, Record<string, string>, string]>([
  ["where the call went", `http://www.${HOST}`, {}, `https://www.${HOST}`],
  [
    "at no name that anybody could register",
    `https://staging-${HOST}`,
    {},
    OWN,
  ],
  ["at no port of a host of ours", `https://${HOST}:9999`, {}, OWN],
  [
    "where an edge tells that they are",
    "https://api.example",
    { "x-host": `Testing.${HOST}` },
    `https://testing.${HOST}`,
  ],
  [
    "where the call went, whatever else an edge tells",
    `https://www.${HOST}`,
    { "x-host": "evil.example" },
    `https://www.${HOST}`,
  ],
])("in production, pages live %s", async (_, asked, headers, origin) => {
  expect(await originOf(true, headers, asked)).toBe(origin);
});

test.each([
  ["/api/pay/sandbox/1", "", "/api/pay/sandbox/1"],
  [
    "/api/pay/sandbox/1",
    "https://api.example",
    "https://api.example/api/pay/sandbox/1",
  ],
  ["https://bank.example/1", "https://api.example", "https://bank.example/1"],
])("the page %s is at %j %s", (page, apiOrigin, address) => {
  expect(addressOf({ apiOrigin }, page)).toBe(address);
});
