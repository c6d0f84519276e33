import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const KEPT = 4;

/**
 * The compiler's command line, bundled: it starts in a third of the time that its sources take, and so does every thread
 * of a check (docs/decisions/0013-the-bundle-stays.md). Made once for each fingerprint; null where it cannot be kept. One
 * that is damaged is removed, so that the next start makes it again. It knows no folder: whoever starts it says which
 * checkout it serves.
 */
export async function loadBundled({ root, fingerprint }) {
  const bundles = join(root, "node_modules/.cache/funnels/compiler");
  const dir = join(bundles, fingerprint);
  try {
    if (!existsSync(dir)) make(root, bundles, dir);
  } catch {
    // A folder that cannot be written to is no failure, and another process may have been faster.
  }
  if (!existsSync(dir)) return null;
  try {
    const loaded = await import(pathToFileURL(join(dir, "cli.mjs")).href);
    if (typeof loaded.main === "function") return loaded;
  } catch {
    // Half a file is no module.
  }
  discard(dir);
  return null;
}

function discard(dir) {
  try {
    rmSync(dir, { recursive: true, force: true });
  } catch {
    // It is not ours to remove.
  }
}

function make(root, bundles, dir) {
  execFileSync(
    process.execPath,
    [join(root, "compiler/bundle-self.mjs"), dir],
    // What a check prints is for programs to read.
    { cwd: root, stdio: ["ignore", "ignore", "pipe"] },
  );
  const age = (name) => statSync(join(bundles, name)).mtimeMs;
  const made = readdirSync(bundles).toSorted((a, b) => age(b) - age(a));
  for (const name of made.slice(KEPT))
    rmSync(join(bundles, name), { recursive: true, force: true });
}
