import { expect, test } from "vitest";
import { placeOf } from "./geo.ts";

test.each<[string | null, string, string, string]>([
  ["GB", "success", "GBP", "United Kingdom"],
  ["fr", "success", "EUR", "France"],
  ["CA", "success", "CAD", "Canada"],
  ["US", "success", "USD", "United States"],
  ["KE", "success", "", "Kenya"],
  ["XX", "fail", "", ""],
  ["T1", "fail", "", ""],
  ["QZ", "fail", "", ""],
  ["", "fail", "", ""],
  [null, "fail", "", ""],
])("%j is %s, %j", (code, status, currency, country) => {
  expect(placeOf(code)).toMatchObject({ status, currency, country });
});
