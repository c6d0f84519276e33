import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Entry {
  readonly version?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
);

/** The entry a package finds when it asks for another: beside itself first, then further up. */
function found(from: string, name: string): Entry | undefined {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf("/node_modules/"))) {
    const entry =
      lock.packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`];
    if (entry !== undefined || at === "") return entry;
    if (!at.includes("/node_modules/"))
      return lock.packages[`node_modules/${name}`];
  }
}

/** A platform's binary without an entry breaks `npm ci` for everybody on that platform. */
test("every optional dependency of every package is locked to a version", () => {
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => found(path, name)?.version === undefined)
      .map((name) => `${path} -> ${name}`),
  );
  expect(missing).toEqual([]);
});

test("package.json names exact versions only", () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  );
  expect(loose).toEqual([]);
});
