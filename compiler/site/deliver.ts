import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ServerSite } from "../shared/server-contract.ts";
import { apiHostOf, type Delivered, type Place } from "../delivery/delivery.ts";
import { type Target, TARGETS } from "../delivery/targets.ts";
import { API_ORIGIN } from "./environment.ts";

/** The folder of a build with what other servers are told of it. */
const DELIVERY = "delivery";
const INDEX = "/index.html";
const PACKED = /\.(?:br|gz)$/;

/** Writes what each of these servers has to be told into the folder of a build. */
export function placeDelivery(
  root: string,
  dir: string,
  site: ServerSite,
  place: Place,
  targets: readonly Target[],
): void {
  if (targets.length === 0) return;
  const build = deliveredBuild(root, dir, site);
  for (const target of targets)
    for (const { name, content } of TARGETS[target](build, place)) {
      const path = join(dir, DELIVERY, target, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
}

/** The build in a folder as it is told to others. */
export function deliveredBuild(
  root: string,
  dir: string,
  site: ServerSite,
): Delivered {
  const files = Object.keys(site.brands).flatMap((brand) =>
    filesBelow(join(dir, brand)).map((path) => ({ brand, path })),
  );
  const documents = files
    .filter(({ path }) => path.endsWith(INDEX))
    .map(
      ({ brand, path }) => `${brand} ${path.slice(0, -INDEX.length) || "/"}`,
    );
  const others = files
    .map(({ path }) => path)
    .filter((path) => !path.endsWith(".html") && !PACKED.test(path));
  return {
    site,
    apiHost: apiHostOf(site, API_ORIGIN),
    documents: documents.toSorted(),
    files: [...new Set(others)].toSorted(),
    edge: readFileSync(join(root, "compiler/delivery/edge.mjs"), "utf8"),
  };
}

/** Addresses of the files below a folder. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .map((path) => path.replaceAll("\\", "/"));
}
