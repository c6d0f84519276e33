import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const COMPILER = import.meta.dirname;
const ROOT = dirname(COMPILER);
const BUNDLES = join(ROOT, "node_modules/.cache/funnels/compiler");
const KEPT = 4;

/**
 * The address of the compiler's command line, bundled: it starts in a quarter of the time that its sources take, and so
 * does every thread of a check. Made once for each state of the sources; null where it cannot be kept.
 */
export function bundledCommandLine() {
  const dir = join(BUNDLES, fingerprint());
  try {
    if (!existsSync(dir)) make(dir);
  } catch {
    // A folder that cannot be written to is no failure, and another process may have been faster.
  }
  return existsSync(dir) ? pathToFileURL(join(dir, "cli.mjs")).href : null;
}

/** Changes when the compiler or what it is made of does. */
function fingerprint() {
  const hash = createHash("sha256");
  const sources = readdirSync(COMPILER, { recursive: true })
    .filter((name) => /(?<!\.(?:test|fixture))\.(?:ts|mjs)$/.test(name))
    .toSorted((a, b) => (a < b ? -1 : 1));
  for (const name of sources)
    hash.update(name).update(readFileSync(join(COMPILER, name)));
  return hash
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
}

function make(dir) {
  execFileSync(
    process.execPath,
    [join(COMPILER, "bundle-self.mjs"), dir],
    // What a check prints is for programs to read.
    { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] },
  );
  const age = (name) => statSync(join(BUNDLES, name)).mtimeMs;
  const bundles = readdirSync(BUNDLES).toSorted((a, b) => age(b) - age(a));
  for (const name of bundles.slice(KEPT))
    rmSync(join(BUNDLES, name), { recursive: true, force: true });
}
