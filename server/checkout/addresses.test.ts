import { describe, expect, test } from "vitest";
import { createOrigins } from "../http/origin.ts";
import { createHosts } from "../site.ts";
import { inCall } from "../testing/context.ts";
import { testSite } from "../testing/site.ts";
import { addressOf, pageOrigin } from "./addresses.ts";

const PLAIN = "http://calm.localhost";
const SECURE = "https://calm.localhost";
const OWN = "https://calm.example";
const hosts = createHosts(testSite);

const originOf = (
  production: boolean,
  headers: Record<string, string>,
  asked?: string,
) => {
  const origins = createOrigins(testSite, production);
  const services = { hosts, origins, production };
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
