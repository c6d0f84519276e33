import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BUILDS, type NewBuild, switchBuild } from "./builds.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "funnels-builds-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const builds = () => new Set(readdirSync(join(root, BUILDS)));
const served = (at = root) => readFileSync(join(at, "dist/page"), "utf8");

/** Builds a page that says `text`. */
async function build(text: string): Promise<NewBuild> {
  let made: NewBuild | null = null;
  await switchBuild(root, async (one) => {
    made = one;
    writeFileSync(join(one.dir, "page"), text);
  });
  if (made === null) throw new Error("nothing was built");
  return made;
}

describe("a build", () => {
  test("is served in place of the one before, which stays until the next", async () => {
    const one = await build("one");
    expect([served(), one.previous]).toEqual(["one", null]);
    expect(builds()).toEqual(new Set([one.id]));
    const two = await build("two");
    expect([served(), two.previous]).toEqual(["two", one.id]);
    expect(builds()).toEqual(new Set([one.id, two.id]));
    const three = await build("three");
    expect(builds()).toEqual(new Set([two.id, three.id]));
  });

  test("is not seen before it is whole, and not at all when it fails", async () => {
    const one = await build("one");
    const failing = switchBuild(root, async ({ dir }) => {
      writeFileSync(join(dir, "page"), "half");
      expect(served()).toBe("one");
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect([served(), builds()]).toEqual(["one", new Set([one.id])]);
  });

  test("clears away what killed ones have left, and no lock", async () => {
    const one = await build("one");
    mkdirSync(join(root, BUILDS, "half"));
    symlinkSync("half", join(root, ".dist-half"));
    writeFileSync(join(root, BUILDS, "lock"), "");
    const two = await build("two");
    expect(builds()).toEqual(new Set([one.id, two.id, "lock"]));
    expect(new Set(readdirSync(root))).toEqual(new Set([BUILDS, "dist"]));
  });

  test("is found where the checkout is moved to", async () => {
    await build("one");
    const moved = `${root}-moved`;
    renameSync(root, moved);
    expect(served(moved)).toBe("one");
    renameSync(moved, root);
  });
});

/** Of Linux; it lies in memory, and thus on another disk than everything else. */
const OTHER_DISK = "/dev/shm";

test.runIf(existsSync(OTHER_DISK))(
  "builds may lie on another disk than their checkout",
  async () => {
    const disk = mkdtempSync(join(OTHER_DISK, "funnels-builds-"));
    symlinkSync(disk, join(root, BUILDS));
    try {
      mkdirSync(join(root, "dist"));
      writeFileSync(join(root, "dist/page"), "copied");
      const { previous } = await build("one");
      expect(served()).toBe("one");
      expect(builds().has(previous ?? "")).toBe(true);
      const two = await build("two");
      expect(served()).toBe("two");
      expect(builds().has(two.id)).toBe(true);
    } finally {
      rmSync(disk, { recursive: true });
    }
  },
);

describe("what `dist` may have been before", () => {
  test("a folder: it stays as the build before", async () => {
    mkdirSync(join(root, "dist"));
    writeFileSync(join(root, "dist/page"), "copied");
    const { id, previous } = await build("one");
    expect(served()).toBe("one");
    expect(builds()).toEqual(new Set([id, previous]));
    const kept = join(root, BUILDS, previous ?? "", "page");
    expect(readFileSync(kept, "utf8")).toBe("copied");
    await build("two");
    expect(existsSync(kept)).toBe(false);
  });

  test.each([
    ["elsewhere", "../elsewhere"],
    ["nowhere", join(BUILDS, "gone")],
  ])("a link to %s: it is replaced", async (_, target) => {
    symlinkSync(target, join(root, "dist"));
    const { id } = await build("one");
    expect([served(), builds()]).toEqual(["one", new Set([id])]);
  });
});
