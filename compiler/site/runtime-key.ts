import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmittedFile } from "../emit/file.ts";
import type { Checkout } from "../checkout.mjs";
import { keyOf } from "../workspace/build-cache.ts";
import { DEFINES } from "./environment.ts";

const NO_SOURCE = /\.test\.tsx?$|(?:^|\/)testing\//;
/** How TypeScript is read and packages are resolved. */
const SETTINGS = ["package.json", "tsconfig.json"];
/** Emitted files that no module of the runtime imports. */
const OF_FUNNELS = /^(?:brands\/|server\.ts$)/;
/** Types of names say nothing to a bundler; content changes them with every step. */
const TYPE = /^(?:export )?type .*$/gm;

/** The key of the bundled runtime: changes with all that goes into it, and with no page of the content. */
export function runtimeKey(
  { root, fingerprint }: Checkout,
  emitted: readonly EmittedFile[],
): string {
  const read = (name: string): [string, string] => [
    name,
    readFileSync(join(root, name), "utf8"),
  ];
  const sources = readdirSync(join(root, "runtime"), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => path.slice(root.length + 1).replaceAll("\\", "/"))
    .filter((name) => !NO_SOURCE.test(name))
    .toSorted();
  return keyOf(
    "runtime",
    fingerprint,
    JSON.stringify([...SETTINGS, ...sources].map(read)),
    emittedValues(emitted),
    JSON.stringify([DEFINES, variables()]),
  );
}

/** What scripts of the runtime read of the emitted files: the same unless their values have changed. */
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
