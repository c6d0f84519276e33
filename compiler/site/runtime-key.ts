import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmittedFile } from "../emit/file.ts";
import type { Checkout } from "../checkout.mjs";
import { keyOf } from "../workspace/build-cache.ts";
import { DEFINES } from "./environment.ts";

const NO_SOURCE =
  /\.(?:test|fixture)\.tsx?$|(?:^|\/)testing\/|^server\/.*\.txt$/;
/** How TypeScript is read and packages are resolved. */
const SETTINGS = ["package.json", "tsconfig.json"];
/** Emitted files that no module of runtime or server imports. */
const OF_FUNNELS = /^(?:brands\/|server\.ts$)/;
/** Types of names say nothing to a bundler; content changes them with every step. */
const TYPE = /^(?:export )?type .*$/gm;

/** The key of the bundled runtime: changes with all that goes into it, and with no page of the content. */
export function runtimeKey(
  { root, fingerprint }: Checkout,
  emitted: readonly EmittedFile[],
): string {
  return keyOf(
    "runtime",
    fingerprint,
    sourcesOf(root, "runtime"),
    emittedValues(emitted),
    JSON.stringify([DEFINES, variables()]),
  );
}

/** The key of the bundled server, which knows nothing of the environment of the build. */
export function serverKey(
  { root, fingerprint }: Checkout,
  emitted: readonly EmittedFile[],
): string {
  const sources = sourcesOf(root, "server");
  return keyOf("server", fingerprint, sources, emittedValues(emitted));
}

/** The names and texts of all that a bundle of this folder is made of. */
function sourcesOf(root: string, folder: string): string {
  const sources = readdirSync(join(root, folder), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => path.slice(root.length + 1).replaceAll("\\", "/"))
    .filter((name) => !NO_SOURCE.test(name))
    .toSorted();
  return JSON.stringify(
    [...SETTINGS, ...sources].map((name) => [
      name,
      readFileSync(join(root, name), "utf8"),
    ]),
  );
}

/** What runtime and server read of the emitted files: the same unless their values have changed. */
export function emittedValues(emitted: readonly EmittedFile[]): string {
  return JSON.stringify(
    emitted
      .filter(({ name }) => !OF_FUNNELS.test(name))
      .map(({ name, content }) => [name, valuesOf(name, content)]),
  );
}

function valuesOf(name: string, content: string): string {
  return name === "names.ts" ? content.replaceAll(TYPE, "") : content;
}

/** What Vite would give to scripts beside `DEFINES`. */
function variables(): string[] {
  return Object.entries(process.env)
    .filter(([name]) => name.startsWith("VITE_"))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();
}
