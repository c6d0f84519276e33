import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fakeCookies } from "../testing/cookies.ts";
import { isTester, TESTER_TTL_S } from "./flag.ts";
import { switchTester } from "./switch.ts";

const CODE = "a long code: with a colon & a sign";
const CONFIGURED = createHash("sha256").update(CODE).digest("hex");
const NOW = Date.UTC(2026, 0, 1);

async function visit(parameter: string, configured = CONFIGURED) {
  const cookies = fakeCookies({});
  const addresses: string[] = [];
  const query = new URLSearchParams({ utm_source: "x", tester: parameter });
  await switchTester({
    configured,
    cookies,
    location: {
      pathname: "/quiz/oto",
      search: `?${query.toString()}`,
      hash: "#part",
      protocol: "https:",
    },
    history: {
      state: null,
      replaceState: (_state, _title, url) => addresses.push(String(url)),
    },
    now: () => NOW,
  });
  return { cookies, addresses };
}

test("the code switches on, for three days", async () => {
  const { cookies } = await visit(CODE);
  expect(cookies.values.get("tester")).toBe("1");
  expect(TESTER_TTL_S).toBe(259_200);
  expect(cookies.expiries.get("tester")).toEqual(
    new Date(NOW + 259_200 * 1_000),
  );
});

test("off: with the code switches off", async () => {
  const { cookies } = await visit(`off:${CODE}`);
  expect(cookies.values.get("tester")).toBe("");
  expect(cookies.expiries.get("tester")).toEqual(new Date(0));
});

test.each([
  ["another code", `${CODE}x`, CONFIGURED],
  ["off with another code", "off:x", CONFIGURED],
  ["the hash itself", CONFIGURED, CONFIGURED],
  ["nothing", "", CONFIGURED],
  ["a build without a code", CODE, ""],
  ["a build without a code, and nothing", "", ""],
  ["a hash that is none", CODE, CONFIGURED.slice(1)],
])("%s switches nothing", async (_, parameter, configured) => {
  const { cookies } = await visit(parameter, configured);
  expect([...cookies.values]).toEqual([]);
});

test.each([CODE, "wrong"])(
  "whatever %j is, it leaves the address at once",
  async (parameter) => {
    const { addresses } = await visit(parameter);
    expect(addresses).toEqual(["/quiz/oto?utm_source=x#part"]);
  },
);

test.each([
  ["a=b; tester=1", true],
  ["tester=1; a=b", true],
  ["tester=", false],
  ["tester=10", false],
  ["not-tester=1", false],
])("the flag in %j: %s", (cookies, is) => {
  expect(isTester(CONFIGURED, () => cookies)).toBe(is);
});

test("without a configured code nobody is a tester; blocked cookies are no flag", () => {
  expect(isTester("", () => "tester=1")).toBe(false);
  const blocked = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  expect(isTester(CONFIGURED, blocked)).toBe(false);
});
