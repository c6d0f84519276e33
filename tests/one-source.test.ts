import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";

/** The sources of both sides and of their tests; content, cases and documents say what they say. */
const sources = execFileSync(
  "git",
  [
    "ls-files",
    "-co",
    "--exclude-standard",
    "schema",
    "compiler",
    "runtime",
    "server",
    "tests",
  ],
  { cwd: ROOT, encoding: "utf8" },
)
  .split("\n")
  .filter(
    (name) =>
      /\.(ts|tsx|json)$/.test(name) &&
      !name.startsWith("tests/cases/") &&
      name !== "tests/one-source.test.ts",
  );

const isTest = (name: string) =>
  name.startsWith("tests/") || /\.test\.tsx?$/.test(name);

/** The sources that hold what a pattern finds. */
function holders(pattern: RegExp, where: (name: string) => boolean): string[] {
  return sources
    .filter(where)
    .filter((name) => pattern.test(readFileSync(join(ROOT, name), "utf8")));
}

const everywhere = () => true;
const untested = (name: string) => !isTest(name);
const CALL = "schema/call.json";
const KEYS = "runtime/core/storage-keys.ts";

test.each<[string, RegExp, (name: string) => boolean, readonly string[]]>([
  ["the session's header", /x-visitor-session-id/i, everywhere, [CALL]],
  ["the header of its seconds", /x-visitor-session-ttl/i, everywhere, [CALL]],
  ["its cookie", /visitor_session_id/, everywhere, [CALL]],
  [
    "its seconds, which are also a tester's",
    /259_?200/,
    everywhere,
    [
      "runtime/core/tester-flag.ts",
      "runtime/tester/mode.test.ts",
      CALL,
      // The letter of what the server answers.
      "server/sessions/visitor.test.ts",
    ],
  ],
  [
    "the header of the host",
    /"x-project"/i,
    untested,
    ["runtime/core/call-headers.ts", CALL],
  ],
  [
    "a header of calls that the server reads by no type",
    // Proxies and browsers send headers of their own.
    /req\.header\("(?:x-(?!forwarded|moz)|idempotency)[a-z-]+"\)|headers\["x-(?!forwarded)/,
    (name) => untested(name) && name.startsWith("server/"),
    [],
  ],
  [
    "the entries of the browser's storage",
    /"(visitor-contact-info|contact-outbox|geo-info|ab-configuration|device-id|replay-session|tester-geo)"|`(funnel|preview):\$/,
    untested,
    [KEYS],
  ],
  [
    "an address below a mount",
    /\$\{[^}]*mount[^}]*\}\/\$\{/i,
    untested,
    ["compiler/shared/address.ts"],
  ],
  [
    "the length of a field",
    /maxLength=\{\d/,
    untested,
    // Digits of a measure, which never leave the page.
    ["runtime/pages/number/page.tsx"],
  ],
  [
    "a currency",
    /["'|](USD|EUR|GBP|CAD|JPY)["'|]/,
    // What a provider takes is said by the provider.
    (name) =>
      untested(name) &&
      !/\/testing\/|\.fixture\.|^schema\/payments\//.test(name),
    [],
  ],
])("%s is written in one place", (_, pattern, where, owners) => {
  expect(holders(pattern, where).toSorted()).toEqual(owners.toSorted());
});

test("what goes with every call is to the letter of the specification", () => {
  const { headers, session } = JSON.parse(
    readFileSync(join(ROOT, CALL), "utf8"),
  );
  expect(session).toEqual({
    header: "x-visitor-session-id",
    ttlHeader: "x-visitor-session-ttl",
    cookie: "visitor_session_id",
    ttlSeconds: 3 * 24 * 60 * 60,
  });
  expect(Object.keys(headers)).toEqual([
    "X-Host",
    "X-Referrer",
    "x-device-id",
    "X-Project",
    "X-Funnel",
    "x-visitor-session-id",
  ]);
});

test("nothing is emitted that nobody uses", () => {
  // The modules of brands and funnels are loaded by their place.
  const emitted = readdirSync(join(ROOT, "generated"), {
    recursive: true,
    encoding: "utf8",
  }).filter((name) => name.endsWith(".ts") && !name.startsWith("brands/"));
  const texts = new Map(
    [
      ...sources.map((name) => name),
      ...emitted.map((name) => `generated/${name}`),
    ].map((name) => [name, readFileSync(join(ROOT, name), "utf8")] as const),
  );
  const unused = emitted.flatMap((name) => {
    const own = `generated/${name}`;
    const text = texts.get(own) ?? "";
    const names = [
      ...text.matchAll(
        /^export (?:declare )?(?:const|function|type|interface) (\w+)/gm,
      ),
    ].flatMap(([, one]) => one ?? []);
    return names.flatMap((one) => {
      const word = new RegExp(`\\b${one}\\b`, "g");
      const isUsed =
        [...text.matchAll(word)].length > 1 ||
        [...texts].some(
          ([file, other]) =>
            file !== own &&
            !/^compiler\/(emit|shared)\//.test(file) &&
            new RegExp(`\\b${one}\\b`).test(other),
        );
      return isUsed ? [] : [`${name}: ${one}`];
    });
  });
  expect(unused).toEqual([]);
});
