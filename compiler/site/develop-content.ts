import { join } from "node:path";
import type { Compilation, Compiler } from "../compile.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { serverSite } from "../emit/server.ts";
import type { Program } from "../link/program.ts";
import { loadCompiler } from "../workspace/load-compiler.ts";
import type { ContentFile } from "../parse/file-name.ts";
import { print } from "../report/print.ts";
import type { ServerSite } from "../shared/server-contract.ts";
import type { Remember } from "../workspace/build-cache.ts";
import { BUILDS } from "../workspace/builds.ts";
import { prefixOf } from "../workspace/content.ts";
import { withLock } from "../workspace/lock.ts";
import {
  type Compiled,
  type CompiledUnit,
  emitContent,
  fontsOf,
  picturesOf,
  unitsOf,
} from "./compile-content.ts";
import { findingsHtml } from "./findings-html.ts";
import { emittedValues } from "./runtime-key.ts";
import { errorsByBrand, lastValidProgram } from "./last-valid-program.ts";
import type { Unit } from "./vite-plugin.ts";

/** Content that is being written: each brand as it last was without mistakes, and the mistakes it has now. */
export interface DevelopedContent {
  readonly units: readonly CompiledUnit[];
  readonly site: ServerSite;
  /** As HTML by brand, what concerns all brands under `""`. */
  readonly mistakes: ReadonlyMap<string, string>;
}

/** What has changed for those who have a page open. */
export interface ContentChange {
  readonly units: readonly Unit[];
  /** Brands whose mistakes are others now. */
  readonly mistakes: readonly string[];
}

export interface Development {
  /** Null until a brand is without mistakes. */
  now(): DevelopedContent | null;
  /** Served address -> file, of the pictures and fonts of all brands. */
  assets(): Readonly<Record<string, string>>;
  take(
    files: readonly ContentFile[],
    isNewEnvironment: boolean,
  ): Promise<ContentChange>;
  /** Writes `generated/`; whether what the runtime reads there has changed. */
  write(): Promise<{ readonly traits: Compiled["traits"]; isChanged: boolean }>;
}

/** Compiles a content root again and again; only what has changed is parsed, linked and compared anew. */
export function developContent(root: string, content: string): Development {
  const prefix = prefixOf(content);
  let compile: Compiler | null = null;
  let remember = rememberHere();
  let program: Program | null = null;
  let now: DevelopedContent | null = null;
  let mistakes: ReadonlyMap<string, string> = new Map();
  let fonts: Readonly<Record<string, string>> = {};
  let assets: Readonly<Record<string, string>> | null = null;
  let values: string | null = null;
  let isReported = false;
  const report = (found: Compilation, files: readonly ContentFile[]) => {
    if (found.diagnostics.length > 0 || isReported)
      print(found, files, { format: "pretty", prefix });
    isReported = found.diagnostics.length > 0;
  };
  return {
    now: () => now,
    assets: () => {
      const texts = now?.units.map(({ data }) => JSON.stringify(data)) ?? [];
      assets ??= { ...picturesOf(texts, content), ...fonts };
      return assets;
    },
    take: async (files, isNewEnvironment) => {
      if (isNewEnvironment) remember = rememberHere();
      if (compile === null || isNewEnvironment)
        compile = await loadCompiler(root, content);
      const found = compile(files);
      const errors = errorsByBrand(found.diagnostics, prefix);
      const known = { mistakes, units: now?.units ?? [], site: now?.site };
      mistakes = asHtml(errors, files, prefix);
      program = lastValidProgram(found.understood, program, errors);
      if (program !== null) {
        const loaded = await fontsOf(root, program, remember);
        const units = unitsOf(program, loaded);
        const site = sameOr(known.site, serverSite(program, loaded));
        fonts = Object.assign(
          {},
          ...[...loaded.values()].map((font) => font.files),
        );
        assets = null;
        now = { units, site, mistakes };
      }
      report(found, files);
      return {
        units: changedUnits(known.units, now?.units ?? []),
        mistakes: changedKeys(known.mistakes, mistakes),
      };
    },
    write: async () => {
      if (program === null) throw new Error("there is nothing to write");
      const valid = program;
      const { emitted, traits } = await withLock(join(root, BUILDS), () =>
        emitContent(root, content, valid, remember),
      );
      const before = values;
      values = emittedValues(emitted);
      return { traits, isChanged: before !== null && before !== values };
    },
  };
}

/** Remembers for as long as the process runs. */
function rememberHere(): Remember {
  const known = new Map<string, string>();
  return async <T>(name: string, make: () => Promise<T>) => {
    const before = known.get(name);
    if (before === undefined) {
      const made = await make();
      known.set(name, JSON.stringify(made));
      return made;
    }
    const value: T = JSON.parse(before);
    return value;
  };
}

function asHtml(
  errors: ReadonlyMap<string, readonly Diagnostic[]>,
  files: readonly ContentFile[],
  prefix: string,
): Map<string, string> {
  const texts = new Map(files.map(({ name, text }) => [prefix + name, text]));
  return new Map(
    [...errors].map(([brand, found]) => [
      brand,
      findingsHtml(found, (file) => texts.get(file)),
    ]),
  );
}

function changedUnits(
  before: readonly CompiledUnit[],
  after: readonly CompiledUnit[],
): Unit[] {
  const known = new Map(before.map((unit) => [keyOf(unit), unit.data]));
  return after.filter((unit) => {
    const data = known.get(keyOf(unit));
    // One that was gone may be on a page still.
    return data === undefined || !isSameData(data, unit.data);
  });
}

function keyOf({ brand, funnel }: Unit): string {
  return `${brand}/${funnel}`;
}

/** What was not linked anew is the same object; the rest is compared by what it says. */
function isSameData(
  one: CompiledUnit["data"],
  two: CompiledUnit["data"],
): boolean {
  const isLinkedAnew = one.brand !== two.brand || one.funnel !== two.funnel;
  return (
    one.theme === two.theme &&
    (!isLinkedAnew || JSON.stringify(one) === JSON.stringify(two))
  );
}

/** The server makes its handlers anew for another object only. */
function sameOr<T>(known: T | undefined, next: T): T {
  const isSame = JSON.stringify(known) === JSON.stringify(next);
  return known !== undefined && isSame ? known : next;
}

function changedKeys(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
}
