import { expect, test } from "vitest";
import { inCall } from "../testing/context.ts";
import { addressOf, pageOrigin } from "./addresses.ts";

const PLAIN = "http://calm.localhost";
const SECURE = "https://calm.localhost";

test.each<[string, Record<string, string>, string]>([
  ["where the call went", {}, PLAIN],
  ["secure behind a proxy", { "x-forwarded-proto": "https" }, SECURE],
  ["plain behind another", { "x-forwarded-proto": "http" }, PLAIN],
  [
    "where the page is",
    { origin: "https://calm.example" },
    "https://calm.example",
  ],
])("a visitor's pages live %s", async (_, headers, origin) => {
  expect(await inCall(pageOrigin, headers)).toBe(origin);
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
