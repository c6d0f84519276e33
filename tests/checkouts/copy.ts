import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";

const MOST_NAMED = 5;
const PARTS = [
  "compiler",
  "runtime",
  "schema",
  "server",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const SMALL = join(ROOT, "tests/cases/_base");

/** A checkout of its own at `dir`, with small content or other, the packages of this one, and nothing cached. */
export function newCheckout(dir: string, content = SMALL): string {
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(dir, part), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$/.test(path),
    });
  cpSync(content, join(dir, "funnels"), { recursive: true });
  linkPackages(dir);
  return dir;
}

/** The packages of this checkout for another one, without what is cached. */
export function linkPackages(dir: string): void {
  mkdirSync(join(dir, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (!/^\.(cache|vite)/.test(name))
      symlinkSync(
        join(ROOT, "node_modules", name),
        join(dir, "node_modules", name),
      );
}

/** The same with what a server of its build is made from. */
export function newServedCheckout(dir: string): string {
  newCheckout(dir);
  for (const part of ["server", ".env.example"])
    cpSync(join(ROOT, part), join(dir, part), { recursive: true });
  return dir;
}

/** The same files at another place, caches included. */
export function copyOf(checkout: string, dir: string): string {
  cpSync(checkout, dir, { recursive: true, verbatimSymlinks: true });
  return dir;
}

/** Replaces a text in a file of a checkout. */
export function edit(
  checkout: string,
  name: string,
  from: string,
  to: string,
): void {
  const file = join(checkout, name);
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`${name} does not say "${from}"`);
  writeFileSync(file, text.replace(from, to));
}

/** Every file below a folder with what it holds; a link is where it leads. */
export function treeOf(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const held = entry.isSymbolicLink()
          ? readlinkSync(path)
          : readFileSync(path);
        return [path, createHash("sha256").update(held).digest("hex")];
      }),
  );
}

export interface Run {
  readonly code: number;
  readonly said: string;
}

/** What has changed below a folder since its tree was taken: names of files that are new, gone or other, the first few. */
export function changesOf(dir: string, before: Record<string, string>) {
  const after = treeOf(dir);
  return Object.keys({ ...before, ...after })
    .filter((name) => before[name] !== after[name])
    .slice(0, MOST_NAMED);
}

/** Runs the command line of a checkout as a shell does, from its own folder unless told otherwise. */
export function funnels(
  checkout: string,
  args: readonly string[],
  cwd = checkout,
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const bin = join(checkout, "compiler/bin.mjs");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bin, ...args],
      { cwd, env: { ...process.env, NO_COLOR: "1", ...variables } },
      (error, out, err) => {
        const code = error === null ? 0 : Number(error.code ?? -1);
        resolve({ code, said: out + err });
      },
    );
  });
}
