import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../compiler/testing/root.ts";
import { expect, test } from "vitest";
import { readEnv } from "../server/env.ts";
import { proofHash } from "../compiler/site/environment.ts";
import { exampleNames } from "../compiler/walk/sandbox-server.ts";

/** What a machine, git and GitHub say of themselves, and where the browser is. */
const OF_MACHINE = ["CHROMIUM", "GITHUB_WORKSPACE", "GIT_WORK_TREE", "PATH"];

/** Read by the build, or by another command. */
const ofCommands = readdirSync(join(ROOT, "compiler"), {
  recursive: true,
  encoding: "utf8",
})
  .filter((name) => /(?<!\.test)\.(?:ts|mjs)$/.test(name))
  .filter((name) => !name.startsWith("testing"))
  .flatMap((name) => [
    ...readFileSync(join(ROOT, "compiler", name), "utf8").matchAll(
      /process\.env(?:\.|\[")(\w+)/g,
    ),
  ])
  .flatMap(([, name = ""]) => (OF_MACHINE.includes(name) ? [] : [name]));

test(".env.example lists exactly the variables that are read, each once", () => {
  expect(ofCommands).toContain("TESTER_CODE_SHA256");
  const read = new Set(ofCommands);
  readEnv(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_, name) => {
          read.add(String(name));
          return undefined;
        },
      },
    ),
  );
  const named = exampleNames(ROOT);
  expect(
    [...read].filter((name) => !named.includes(name)),
    "read, and not in .env.example",
  ).toEqual([]);
  expect(
    named.filter((name) => !read.has(name)),
    "in .env.example, and read by nobody",
  ).toEqual([]);
  expect(new Set(named).size, "each once").toBe(named.length);
});

test.each([
  ["CLIENT_ADDRESS_HEADER", "X-Forwarded-For:"],
  ["GEO_COUNTRY_HEADER", "cf ipcountry"],
  ["GEO_CITY_HEADER", '"city"'],
  ["GEO_POSTCODE_HEADER", "postal/code"],
  ["NODE_ENV", "prod"],
  ["METRICS", "yes"],
])("%s is refused where it is %s", (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(`${name} is "${value}"`);
});

test.each(["two words", "Schlüssel"])(
  "a token of operators is refused that no call can send, and is not told: %s",
  (token) => {
    const read = () => readEnv({ ADMIN_TOKEN: token });
    expect(read).toThrow("ADMIN_TOKEN has blanks or letters in it");
    expect(read).not.toThrow(token);
  },
);

test("words and names of headers may have blanks around them", () => {
  expect(
    readEnv({
      NODE_ENV: " production ",
      METRICS: "open ",
      CLIENT_ADDRESS_HEADER: " X-Real-IP ",
    }),
  ).toMatchObject({
    production: true,
    openMetrics: true,
    addressHeader: "X-Real-IP",
  });
});

test.each(["open sesame", "abc123", `${"a".repeat(63)}g`, "a".repeat(65)])(
  "TESTER_CODE_SHA256 is refused where it is %s, and not repeated",
  (value) => {
    expect(() => proofHash(value)).toThrow(
      /^TESTER_CODE_SHA256 is not a SHA-256: write the 64 hexadecimal digits/,
    );
  },
);

test.each([undefined, "", " "])(
  "without a code, nobody is a tester",
  (value) => {
    expect(proofHash(value)).toBe("");
  },
);

test("the hash of a code may have capital letters and spaces around it", () => {
  const hash = "ab".repeat(32);
  expect(proofHash(` ${hash.toUpperCase()}\n`)).toBe(proofHash(hash));
  expect(proofHash(hash)).toMatch(/^[0-9a-f]{64}$/);
});
