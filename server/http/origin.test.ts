import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { AppEnv } from "./app-env.ts";
import { testSite } from "../testing/site.ts";
import { createOrigins, isSameSite } from "./origin.ts";

describe.each([false, true])("in production: %s", (production) => {
  const isOurs = createOrigins(testSite, production);

  test.each([
    "https://calm.example",
    "https://www.calm.example",
    "https://testing.calm.example",
    "https://staging.other.example",
    "https://www.testing.calm.example",
  ])("%s is a brand's own", (origin) => {
    expect(isOurs(origin)).toBe(true);
  });

  test.each([
    "http://calm.example",
    "https://calm.example:8443",
    "https://calm.example/",
    "https://staging-calm.example",
    "https://evil.calm.example",
    "https://www.www.calm.example",
    "https://testing.www.calm.example",
    "https://staging.testing.calm.example",
    "https://calm.example.evil",
    "https://CALM.example",
    "https://stranger.localhost",
    "null",
    "",
  ])("%j is nobody's", (origin) => {
    expect(isOurs(origin)).toBe(false);
  });

  test.each(["http://calm.localhost:4173", "http://other.localhost"])(
    "%s is a developer's, and in production nobody's",
    (origin) => {
      expect(isOurs(origin)).toBe(!production);
    },
  );
});

describe("a page of our own sends what", () => {
  const app = new Hono<AppEnv>();
  const origins = createOrigins(testSite, true);
  app.post("/", (c) => c.json(isSameSite(c, origins)));
  const ours = async (headers: Record<string, string>) =>
    (
      await app.request("http://inside:4173/", { method: "POST", headers })
    ).json();

  test.each<[boolean, string, Record<string, string>]>([
    [
      true,
      "says that it comes from the same origin",
      { "sec-fetch-site": "same-origin" },
    ],
    [true, "was typed or opened by the visitor", { "sec-fetch-site": "none" }],
    [
      false,
      "says that it comes from the same site",
      { "sec-fetch-site": "same-site" },
    ],
    [
      false,
      "says that it comes from elsewhere",
      { "sec-fetch-site": "cross-site" },
    ],
    [
      false,
      "says so, with an origin that would do",
      { "sec-fetch-site": "cross-site", origin: "https://calm.example" },
    ],
    [
      true,
      "says so, whatever the origin",
      { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
    ],
    [true, "says nothing at all: no browser", {}],
    [true, "names a brand's origin alone", { origin: "https://calm.example" }],
    [true, "names the host that was asked", { origin: "http://inside:4173" }],
    [false, "names somebody else's", { origin: "https://evil.example" }],
    [false, "names the host at another port", { origin: "http://inside:4174" }],
    [false, "hides where it comes from", { origin: "null" }],
  ])("%s: %s", async (expected, _, headers) => {
    expect(await ours(headers)).toBe(expected);
  });
});
