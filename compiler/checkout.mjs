import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

const SOURCE = /(?<!\.(?:test|fixture))\.(?:ts|mjs)$/;

/**
 * The checkout that this file belongs to, links resolved. Nothing that outlives a process knows it: a cache may be
 * copied into another checkout, and a checkout may be moved.
 */
export function findCheckout() {
  const root = findRoot();
  return { root, fingerprint: fingerprintOf(root) };
}

export function findRoot() {
  return dirname(realpathSync(import.meta.dirname));
}

/** Changes with everything that a result depends on beside the content. */
export function fingerprintOf(root) {
  const hash = createHash("sha256");
  const add = (name, content) =>
    hash.update(`${name}\0${content.length}\0`).update(content);
  for (const [folder, pattern] of [
    ["compiler", SOURCE],
    ["schema", /\.json$/],
  ])
    for (const name of filesBelow(join(root, folder)))
      if (pattern.test(name)) add(name, readFileSync(join(root, folder, name)));
  // What is asked for, and what is installed: the second follows the first only at the next installation.
  for (const name of ["package-lock.json", "node_modules/.package-lock.json"])
    add(name, readOrNothing(join(root, name)));
  const fonts = filesOf(join(root, "node_modules/@fontsource-variable"));
  add("fonts", fonts.join());
  add("node", [process.version, process.platform, process.arch].join());
  return hash.digest("hex");
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .toSorted(byName);
}

function filesOf(folder) {
  try {
    return readdirSync(folder).toSorted(byName);
  } catch {
    return [];
  }
}

function byName(a, b) {
  return a < b ? -1 : 1;
}

function readOrNothing(file) {
  try {
    return readFileSync(file);
  } catch {
    return "";
  }
}
