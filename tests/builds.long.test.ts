import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";
import { edit, newCheckout } from "./checkouts/copy.ts";
import { build, differences } from "./checkouts/served.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-builds-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** One place of everything that a build is made of. */
const CHANGES: readonly [
  what: string,
  file: string,
  from: string,
  to: string,
][] = [
  ["a title", "funnels/calm/adhd.yaml", "title: ", "title: Today. "],
  ["a brand", "funnels/body/brand.yaml", "  name: ", "  name: New "],
  ["a price", "funnels/calm/brand.yaml", "29.99", "28.99"],
  ["a colour", "funnels/calm/brand.yaml", "#1b3035", "#1b3036"],
  ["a currency", "funnels/site.yaml", "symbol: $", "symbol: US$"],
  [
    "a schema",
    "schema/pages/single.schema.json",
    '"handover": "choice"',
    '"handover": "choice", "weight": "light"',
  ],
  ["a style", "runtime/ui/global.css", "body {", "body { --a: 1;"],
  ["a script", "runtime/handover/help-boot.ts", "export ", "/* */ export "],
  [
    "a page",
    "runtime/screen/step-screen.tsx",
    "data-page={",
    'data-a="1" data-page={',
  ],
  ["the compiler", "compiler/site/no-script.ts", "JavaScript", "scripts"],
  [
    "what is installed",
    "package-lock.json",
    '"lockfileVersion"',
    '"a":1,"lockfileVersion"',
  ],
];

test("the whole content is built from what there was as it is from nothing", async () => {
  const content = join(ROOT, "funnels");
  const [own, cold] = ["own", "cold"].map((name) =>
    newCheckout(join(root, name), content),
  );
  if (own === undefined || cold === undefined) throw new Error("no checkout");
  let before = await build(own);
  expect(before.size).toBeGreaterThan(1_000);
  expect(differences(before, await build(cold))).toEqual([]);
  rmSync(join(cold, "node_modules/.cache"), { recursive: true });
  for (const [, file, from, to] of CHANGES) {
    edit(own, file, from, to);
    before = await build(own);
  }
  const variables = {
    API_HOST: "api.calm.example",
    OFFLINE: "off",
    TESTER_CODE_SHA256: "a".repeat(64),
  };
  before = await build(own, variables);
  for (const [, file, from, to] of CHANGES) edit(cold, file, from, to);
  expect(differences(before, await build(cold, variables))).toEqual([]);
}, 1_800_000);
