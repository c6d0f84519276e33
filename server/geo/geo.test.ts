import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readGeoTable } from "./geo-table.ts";
import { startTestServer } from "../testing/server.ts";
import { placeOf } from "./geo.ts";

test.each<[string | null, string, string, string]>([
  ["GB", "success", "GBP", "United Kingdom"],
  ["fr", "success", "EUR", "France"],
  ["CA", "success", "CAD", "Canada"],
  ["US", "success", "USD", "United States"],
  ["KE", "success", "KES", "Kenya"],
  ["JP", "success", "JPY", "Japan"],
  ["KW", "success", "KWD", "Kuwait"],
  ["BV", "success", "NOK", "Bouvet Island"],
  ["XX", "fail", "", ""],
  ["T1", "fail", "", ""],
  ["QZ", "fail", "", ""],
  ["", "fail", "", ""],
  [null, "fail", "", ""],
])("%j is %s, %j", (code, status, currency, country) => {
  expect(placeOf(code)).toMatchObject({ status, currency, country });
});

describe("a table of networks", () => {
  const folder = mkdtempSync(join(tmpdir(), "geo-test-"));
  const file = join(folder, "networks.csv");
  afterAll(() => rmSync(folder, { recursive: true }));
  const tableOf = (text: string) => {
    writeFileSync(file, text);
    return readGeoTable(file);
  };
  const table = () =>
    tableOf(
      [
        "# first, last, country, city, postal code",
        "203.0.113.0,203.0.113.255,GB",
        '192.0.2.0,192.0.2.127,CA,"Toronto",M5V',
        "192.0.2.128,192.0.2.255,DE",
        "2001:db8::,2001:db8:0:ffff:ffff:ffff:ffff:ffff,FR",
        "",
      ].join("\n"),
    );

  test.each([
    ["192.0.2.0", "CA"],
    ["192.0.2.127", "CA"],
    ["192.0.2.128", "DE"],
    ["::ffff:192.0.2.200", "DE"],
    ["203.0.113.255", "GB"],
    ["203.0.114.0", undefined],
    ["1.1.1.1", undefined],
    ["2001:db8::1", "FR"],
    ["2001:DB8:0:1::", "FR"],
    ["2001:db8:1::", undefined],
    ["::1", undefined],
    ["fe80::1%eth0", undefined],
    ["nonsense", undefined],
  ])("%s is in %s", (address, country) => {
    expect(table()(address)?.country).toBe(country);
  });

  test("answers for a visitor whom no header places", async () => {
    const server = await startTestServer({
      geoTable: table(),
      addressHeader: "x-forwarded-for",
      countryHeader: "cf-ipcountry",
    });
    const ask = async (headers: Record<string, string>) =>
      (await server.send("/api/visitor/visitor-ip", { headers })).json;
    expect(await ask({ "x-forwarded-for": "192.0.2.1" })).toEqual({
      status: "success",
      country_code: "CA",
      country: "Canada",
      currency: "CAD",
      city: "Toronto",
      postcode: "M5V",
    });
    const told = { "x-forwarded-for": "192.0.2.1", "cf-ipcountry": "GB" };
    expect(await ask(told)).toMatchObject({ country_code: "GB", city: "" });
    expect(await ask({})).toMatchObject({ status: "fail", country_code: "" });
    await server.stop();
  });

  test.each(["192.0.2.0,CA", "a,b,CA", "192.0.2.0,192.0.2.1,Canada"])(
    "is refused for the line %j",
    (line) => {
      expect(() => tableOf(`\n${line}`)).toThrow(`${file}:2`);
    },
  );

  test("is refused when it is not there", () => {
    expect(() => readGeoTable(join(folder, "none"))).toThrow("GEO_TABLE");
  });
});
