import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  changesOf,
  copyOf,
  edit,
  funnels,
  newCheckout,
  treeOf,
} from "./checkouts/copy.ts";
import { someOf } from "./testing/long.ts";

const PAGE = "schema/pages/downsell.schema.json";
const QUIZ = "funnels/demo/quiz.yaml";
const CLEAN = "✓ 3 files checked, nothing to report\n";

const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-checkouts-")));
const at = (name: string) => join(root, name);
/** A checkout that everything was cached in; no other may read or write anything of it. */
const first = at("first");
let untouched: Record<string, string> = {};

beforeAll(async () => {
  newCheckout(first);
  // With a page less, and with all of them: both are cached by now, here and in every copy.
  renameSync(join(first, PAGE), at("page"));
  expect(await funnels(first, ["check"])).toEqual(WITHOUT_PAGE);
  renameSync(at("page"), join(first, PAGE));
  expect(await funnels(first, ["check"])).toEqual({ code: 0, said: CLEAN });
  untouched = treeOf(first);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A copy of the first checkout whose schemas know a page less; its content still asks for it. */
function poorer(checkout: string): string {
  rmSync(join(checkout, PAGE));
  return checkout;
}

const WITHOUT_PAGE = {
  code: 1,
  said: expect.stringContaining('no page is called "downsell"'),
};

describe("a checkout is checked by its own schemas", () => {
  test("copied with its caches", async () => {
    const copied = copyOf(first, at("copied"));
    expect(await funnels(copied, ["check"])).toEqual({ code: 0, said: CLEAN });
    // No file that was kept says where it was made.
    for (const name of Object.keys(treeOf(join(copied, "node_modules/.cache"))))
      expect(readFileSync(name, "utf8"), name).not.toContain(root);
    poorer(copied);
    expect(await funnels(copied, ["check"])).toEqual(WITHOUT_PAGE);
    expect(changesOf(first, untouched)).toEqual([]);
  });

  test("moved", { tags: "long" }, async () => {
    renameSync(copyOf(first, at("before")), at("after"));
    expect(await funnels(at("after"), ["check"])).toEqual({
      code: 0,
      said: CLEAN,
    });
    expect(await funnels(poorer(at("after")), ["check"])).toEqual(WITHOUT_PAGE);
    expect(existsSync(at("before"))).toBe(false);
    expect(changesOf(first, untouched)).toEqual([]);
  });

  test("reached through a link", { tags: "long" }, async () => {
    poorer(copyOf(first, at("behind")));
    symlinkSync(at("behind"), at("link"));
    expect(await funnels(at("link"), ["check"])).toEqual(WITHOUT_PAGE);
    expect(changesOf(first, untouched)).toEqual([]);
  });

  test(
    "sharing packages and caches with another",
    { tags: "long" },
    async () => {
      const [one, two] = [copyOf(first, at("one")), copyOf(first, at("two"))];
      rmSync(join(two, "node_modules"), { recursive: true });
      symlinkSync(join(one, "node_modules"), join(two, "node_modules"));
      poorer(two);
      expect(await funnels(one, ["check"])).toEqual({ code: 0, said: CLEAN });
      expect(await funnels(two, ["check"])).toEqual(WITHOUT_PAGE);
      expect(await funnels(one, ["check"])).toEqual({ code: 0, said: CLEAN });
      expect(changesOf(first, untouched)).toEqual([]);
    },
  );
});

test(
  "a bundle of other sources than its fingerprint stands for is not kept",
  { tags: "long" },
  async () => {
    const dir = at("bundles/of-other-sources");
    const bundle = join(first, "compiler/bundle-self.mjs");
    const child = spawn(process.execPath, [bundle, dir]);
    expect(await once(child, "exit")).toEqual([1, null]);
    expect(readdirSync(at("bundles"))).toEqual([]);
  },
);

describe("the command line of another checkout", () => {
  const linked = at("bin/funnels");
  beforeAll(() => {
    mkdirSync(at("bin"));
    mkdirSync(at("nowhere"));
    symlinkSync(join(first, "compiler/bin.mjs"), linked);
    copyOf(first, at("other"));
    edit(at("other"), QUIZ, "options:", "optoins:");
  });

  someOf(test, ["check", "build", "routes", "schema"])(
    "does not take this one for its own: %s",
    async (command) => {
      const { code, said } = await funnels(first, [command], at("other"));
      expect([code, said]).toEqual([2, expect.stringContaining(first)]);
      expect(said).toContain(at("other"));
      expect(changesOf(first, untouched)).toEqual([]);
    },
  );

  someOf(test, [
    ["absolute", (): string => at("other/funnels"), at("nowhere"), "../other/"],
    ["relative", (): string => "../other/funnels", at("nowhere"), "../other/"],
    ["relative", (): string => "funnels", at("other"), ""],
    ["linked", (): string => at("content"), at("nowhere"), "../content/"],
  ] as const)(
    "checks the content that it is given, %s",
    async ([, content, cwd, prefix]) => {
      if (!existsSync(at("content")))
        symlinkSync(at("other/funnels"), at("content"));
      const args = ["check", "--no-cache", "--content", content()];
      const { code, said } = await funnels(first, args, cwd);
      expect(code).toBe(1);
      expect(said).toMatch(new RegExp(`^${prefix}.*demo/quiz.yaml:6:`));
      expect(changesOf(first, untouched)).toEqual([]);
    },
  );

  test("is the one that a link to it leads to", { tags: "long" }, async () => {
    const content = ["--no-cache", "--content", at("other/funnels")];
    const args = [linked, "check", ...content];
    const child = spawn(process.execPath, args, { cwd: at("nowhere") });
    expect(await once(child, "exit")).toEqual([1, null]);
  });
});
