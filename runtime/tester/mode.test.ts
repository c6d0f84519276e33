import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fakeCookies } from "../testing/cookies.ts";
import { mentionsTester, TESTER_TTL_S } from "../core/tester-flag.ts";
import { testerMode } from "./mode.ts";

const sha256 = (text: string) =>
  createHash("sha256").update(text).digest("hex");

const CODE = "a long code: with a colon & a sign";
const PROOF = sha256(CODE);
/** What every visitor can read in the scripts. */
const CONFIGURED = sha256(PROOF);
const NOW = Date.UTC(2026, 0, 1);

async function visit(
  parameter: string | null,
  configured = CONFIGURED,
  had: Record<string, string> = {},
) {
  const cookies = fakeCookies(had);
  const addresses: string[] = [];
  const query = new URLSearchParams({ utm_source: "x" });
  if (parameter !== null) query.set("tester", parameter);
  const tester = await testerMode({
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
  return { tester, cookies, addresses };
}

test("the code switches on, for three days, and is not in the cookie", async () => {
  const { tester, cookies } = await visit(CODE);
  expect(tester).toBe(true);
  expect(cookies.values.get("tester")).toBe(PROOF);
  expect(TESTER_TTL_S).toBe(259_200);
  expect(cookies.expiries.get("tester")).toEqual(
    new Date(NOW + 259_200 * 1_000),
  );
});

test("off: with the code switches off", async () => {
  const { tester, cookies } = await visit(`off:${CODE}`, CONFIGURED, {
    tester: PROOF,
  });
  expect(tester).toBe(false);
  expect(cookies.values.get("tester")).toBe("");
  expect(cookies.expiries.get("tester")).toEqual(new Date(0));
});

test.each([
  ["another code", `${CODE}x`, CONFIGURED],
  ["off with another code", "off:x", CONFIGURED],
  ["what is in the scripts", CONFIGURED, CONFIGURED],
  ["the proof itself", PROOF, CONFIGURED],
  ["nothing", "", CONFIGURED],
  ["a build without a code", CODE, ""],
  ["a build without a code, and nothing", "", ""],
  ["a hash that is none", CODE, CONFIGURED.slice(1)],
])("%s switches nothing", async (_, parameter, configured) => {
  const { tester, cookies } = await visit(parameter, configured);
  expect(tester).toBe(false);
  expect([...cookies.values]).toEqual([]);
});

test("another code leaves a tester what they are", async () => {
  const { tester } = await visit("off:x", CONFIGURED, { tester: PROOF });
  expect(tester).toBe(true);
});

test.each([CODE, "wrong"])(
  "whatever %j is, it leaves the address at once",
  async (parameter) => {
    const { addresses } = await visit(parameter);
    expect(addresses).toEqual(["/quiz/oto?utm_source=x#part"]);
  },
);

test.each([
  ["the proof", PROOF, true],
  ["1, as anybody can write", "1", false],
  ["what is in the scripts", CONFIGURED, false],
  ["the code", CODE, false],
  ["the hash of what is in the scripts", sha256(CONFIGURED), false],
  ["a part of the proof", PROOF.slice(1), false],
  ["nothing", "", false],
])("a cookie with %s: %s", async (_, tester, is) => {
  const later = await visit(null, CONFIGURED, { tester });
  expect(later.tester).toBe(is);
  expect(later.addresses).toEqual([]);
});

test("without a configured code no cookie makes a tester", async () => {
  for (const tester of ["1", PROOF, sha256("")])
    expect((await visit(null, "", { tester })).tester).toBe(false);
});

test.each([
  ["", "a=b", false],
  ["?tester=x", "", true],
  ["?testers=x", "not-tester=1; a=tester=1", false],
  ["", "a=b; tester=1", true],
  ["", "tester=", true],
])("%j with the cookies %j mentions tester mode: %s", (search, cookies, is) => {
  expect(mentionsTester(search, () => cookies)).toBe(is);
});

test("blocked cookies mention nothing", () => {
  const blocked = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  expect(mentionsTester("", blocked)).toBe(false);
});
