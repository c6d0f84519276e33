import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import { data } from "../schema/read.ts";
import { BUILDS, linkTree, switchBuild } from "../workspace/builds.ts";
import { withLock } from "../workspace/lock.ts";

const BUILD_FILE = "build.json";

/**
 * Serves the build before again, as a build of its own: whoever has a page of the one that is taken back open still gets
 * its scripts and pictures, and the same command once more brings that one back. 2 where there is no build before.
 */
export async function rollbackCommand({ root }: Checkout): Promise<number> {
  return withLock(join(root, BUILDS), async () => {
    const before = buildBefore(root);
    if (before === null) {
      console.error(
        "There is no build before the one that is served: `npx funnels build` keeps one.",
      );
      return 2;
    }
    const from = join(root, BUILDS, before);
    await switchBuild(root, async ({ id, dir, previous }) => {
      linkTree(from, dir);
      const known = data(
        JSON.parse(readFileSync(join(from, BUILD_FILE), "utf8")),
      );
      const file = join(dir, BUILD_FILE);
      // It is linked: written to, it would change the other one as well.
      rmSync(file);
      writeFileSync(file, JSON.stringify({ ...known, id, previous }));
    });
    console.log(`The build before is served again (${before}).`);
    return 0;
  });
}

/** The build before the served one, where it is still there. */
function buildBefore(root: string): string | null {
  const file = join(root, "dist", BUILD_FILE);
  if (!existsSync(file)) return null;
  const { previous } = data(JSON.parse(readFileSync(file, "utf8")));
  return typeof previous === "string" &&
    existsSync(join(root, BUILDS, previous, BUILD_FILE))
    ? previous
    : null;
}
