import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { readGeoTable } from "./geo-table.ts";
import { mmdbOf } from "./mmdb.fixture.ts";
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
  // Names of no country, which proxies and tables say all the same.
  ...["ZZ", "EU", "AP", "A1", "A2", "O1", "EZ", "UN", "QO", "XA", "XB"].map(
    (code): [string, string, string, string] => [code, "fail", "", ""],
  ),
  ["", "fail", "", ""],
  [null, "fail", "", ""],
])("%j is %s, %j", (code, status, currency, country) => {
  expect(placeOf(code)).toMatchObject({ status, currency, country });
});

describe("a database of networks", () => {
  const folder = mkdtempSync(join(tmpdir(), "geo-test-"));
  const file = join(folder, "networks.mmdb");
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (content: Buffer | string) => writeFileSync(file, content);
  const tableOf = (content: Buffer | string) => {
    write(content);
    return readGeoTable(file);
  };
  const inCountry = (iso_code: string) => ({ country: { iso_code } });
  const table = () =>
    tableOf(
      mmdbOf({
        "203.0.113.0/24": inCountry("GB"),
        "192.0.2.0/25": {
          ...inCountry("CA"),
          city: { names: { de: "Torontostadt", en: "Toronto" } },
          postal: { code: "M5V" },
        },
        "192.0.2.128/25": inCountry("DE"),
        "198.51.100.0/24": { continent: { code: "EU" } },
        "2001:db8::/48": inCountry("FR"),
      }),
    );

  test.each([
    ["192.0.2.0", "CA"],
    ["192.0.2.127", "CA"],
    ["192.0.2.128", "DE"],
    ["::ffff:192.0.2.200", "DE"],
    ["203.0.113.255", "GB"],
    ["203.0.114.0", undefined],
    ["198.51.100.1", undefined],
    ["1.1.1.1", undefined],
    ["2001:db8::1", "FR"],
    ["2001:DB8:0:1::", "FR"],
    ["2001:db8:1::", undefined],
    ["::1", undefined],
    ["fe80::1%eth0", undefined],
    ["nonsense", undefined],
  ])("%s is in %s", async (address, country) => {
    expect((await table())(address)?.country).toBe(country);
  });

  test("of IPv4 alone says nothing of an IPv6 address", async () => {
    const networks = { "192.0.2.0/24": inCountry("CA") };
    const find = await tableOf(mmdbOf(networks, "DBIP-Country-Lite", 4));
    expect(find("192.0.2.1")?.country).toBe("CA");
    expect(find("c000:201::")).toBeNull();
  });

  test("answers for a visitor whom no header places", async () => {
    const server = await startTestServer({
      geoTable: await table(),
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
    for (const address of ["192.0.2.1:4711", "[2001:db8::1]:443"])
      expect(await ask({ "x-forwarded-for": address })).toMatchObject({
        country_code: address.startsWith("[") ? "FR" : "CA",
      });
    const told = { "x-forwarded-for": "192.0.2.1", "cf-ipcountry": "GB" };
    expect(await ask(told)).toMatchObject({ country_code: "GB", city: "" });
    for (const nowhere of ["T1", "XX", "ZZ", "EU", "A1"])
      expect(await ask({ ...told, "cf-ipcountry": nowhere })).toMatchObject({
        country_code: "CA",
        city: "Toronto",
      });
    expect(await ask({})).toMatchObject({ status: "fail", country_code: "" });
    await server.stop();
  });

  test.each<[string, Buffer | string, string]>([
    ["a table as text", "192.0.2.0,192.0.2.255,CA", "not a MaxMind database"],
    ["an empty file", "", "not a MaxMind database"],
    ["a packed file", gzipSync("networks"), "not a MaxMind database"],
    [
      "half a file",
      mmdbOf({ "192.0.2.0/24": inCountry("CA") }).subarray(0, 500),
      "not a MaxMind database",
    ],
    ["networks of providers", mmdbOf({}, "GeoLite2-ASN"), "GeoLite2-ASN"],
  ])("is refused: %s", async (_, content, reason) => {
    write(content);
    const refused = readGeoTable(file);
    await expect(refused).rejects.toThrow(file);
    await expect(refused).rejects.toThrow(reason);
  });

  test("is refused when it is not there", async () => {
    const refused = readGeoTable(join(folder, "none"));
    await expect(refused).rejects.toThrow("GEO_TABLE");
    await expect(refused).rejects.toThrow("ENOENT");
  });
});
