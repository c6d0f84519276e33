import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readEarlier } from "../../compiler/workspace/earlier-assets.ts";
import { funnels } from "./copy.ts";

/** Builds a checkout, and gives what is served of it. */
export async function build(
  checkout: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Map<string, string>> {
  const { code, said } = await funnels(
    checkout,
    ["build"],
    checkout,
    variables,
  );
  expect([code, said]).toEqual([0, expect.stringContaining("built in")]);
  return servedOf(checkout);
}

/** Names and bytes of what a checkout serves, without the build's id, what is compressed of it, and earlier assets. */
export function servedOf(checkout: string): Map<string, string> {
  const dist = realpathSync(join(checkout, "dist"));
  const { id, previous } = JSON.parse(
    readFileSync(join(dist, "build.json"), "utf8"),
  );
  const earlier = readEarlier(dist);
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return new Map(
    names
      .filter((path) => !/\/(?:sw\.js\.(?:br|gz)|earlier\.json)$/.test(path))
      .filter((path) => !earlier.has(path.slice(`${dist}/assets/`.length)))
      .map((path) => {
        const text = readFileSync(path, "latin1");
        const isNamed = /\/(?:sw\.js|build\.json)$/.test(path);
        return [
          path.slice(dist.length + 1),
          isNamed
            ? text.replaceAll(id, "ID").replace(`"${previous}"`, "null")
            : text,
        ];
      }),
  );
}

/** Names of the files in which two served sites differ. */
export function differences(
  one: ReadonlyMap<string, string>,
  two: ReadonlyMap<string, string>,
): string[] {
  const names = new Set([...one.keys(), ...two.keys()]);
  return [...names].filter((name) => one.get(name) !== two.get(name));
}
