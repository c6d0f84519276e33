import { expect, test } from "vitest";
import { isStaging, withoutPrefix } from "./host-prefix.ts";

test.each([
  ["calm.example", "calm.example", false],
  ["www.calm.example", "calm.example", false],
  ["testing.calm.example", "calm.example", true],
  ["www.staging-calm.example", "calm.example", true],
  ["staging.www.calm.example", "www.calm.example", true],
  ["my-testing.example", "my-testing.example", false],
])("%s stands for %s, for testing or staging: %s", (host, plain, staging) => {
  expect(withoutPrefix(host)).toBe(plain);
  expect(isStaging(host)).toBe(staging);
});
