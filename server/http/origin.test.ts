import { describe, expect, test } from "vitest";
import { testSite } from "../testing/site.ts";
import { createOrigins } from "./origin.ts";

describe.each([false, true])("in production: %s", (production) => {
  const isOurs = createOrigins(testSite, production);

  test.each([
    "https://calm.example",
    "https://www.calm.example",
    "https://testing.calm.example",
    "https://staging.other.example",
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
