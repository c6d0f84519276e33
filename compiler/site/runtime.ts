import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PrerenderModule } from "../shared/render-contract.ts";
import type { Brand, Funnel } from "../shared/contract.ts";
import { scriptLiteral } from "./script-literal.ts";
import type { Unit } from "./vite-plugin.ts";

/** Files of a folder that holds the bundled runtime. */
export const RUNTIME_FILES = {
  facts: "bundle.json",
  prerender: "prerender/prerender.mjs",
} as const;

/** A script file with what it needs at once. */
export interface Chunk {
  readonly file: string;
  readonly imports: readonly string[];
  readonly css: readonly string[];
}

/** What the build knows of the bundled runtime. No content has a part in it. */
export interface Bundle {
  readonly chunks: Readonly<Record<string, Chunk>>;
  /** What starts a funnel: a script with a name in place of each of its data. */
  readonly entry: {
    readonly code: string;
    readonly imports: readonly string[];
  };
  /** Page id -> file of its component. */
  readonly pages: Readonly<Record<string, string>>;
  /** Files of what is fetched for few visitors, whatever page they are on. */
  readonly late: readonly string[];
  /** Stylesheet file -> text. */
  readonly styles: Readonly<Record<string, string>>;
  readonly scripts: Scripts;
  /** The service worker, without what each brand's is told. */
  readonly worker: string;
}

export interface Scripts {
  /** For documents that show something personal, and for those with one of the next two. */
  readonly prehydration: string;
  /** For documents with two sides of an experiment. */
  readonly pickSide: string;
  /** For documents that say what was just paid. */
  readonly keepRoom: string;
  readonly handover: string;
  /** For documents without a hand-over, which does the same. */
  readonly bootFailure: string;
  /** For brands that wait for start-up. */
  readonly early: string;
  /** For documents that the worker keeps. */
  readonly noNetwork: string;
}

/** Names that stand for the data of a funnel until its entry is written. */
export const DATA = { brand: "__BRAND__", funnel: "__FUNNEL__" } as const;

export function readBundle(dir: string): Bundle {
  const facts = readFileSync(join(dir, RUNTIME_FILES.facts), "utf8");
  const bundle: Bundle = JSON.parse(facts);
  return bundle;
}

export async function loadPrerender(dir: string): Promise<PrerenderModule> {
  const url = pathToFileURL(join(dir, RUNTIME_FILES.prerender));
  const module: PrerenderModule = await import(url.href);
  return module;
}

/** The script that starts one funnel, with its data in it; named by what it holds. */
export function entryOf(
  { entry: { code, imports } }: Pick<Bundle, "entry">,
  unit: Unit,
  data: { readonly brand: Brand; readonly funnel: Funnel },
): { readonly chunk: Chunk; readonly content: string } {
  const content = code.replaceAll(
    new RegExp(Object.values(DATA).join("|"), "g"),
    (name) => scriptLiteral(name === DATA.brand ? data.brand : data.funnel),
  );
  const short = hash("sha256", content).slice(0, 8);
  const file = `assets/${unit.brand}-${unit.funnel}-${short}.js`;
  return { chunk: { file, imports, css: [] }, content };
}

/** All files that the given chunks need at once, themselves included, in loading order. */
export function closureOf(
  chunks: Bundle["chunks"],
  files: readonly string[],
): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>(files);
  for (const file of seen)
    for (const next of chunks[file]?.imports ?? []) seen.add(next);
  const scripts = [...seen];
  const styles = new Set(
    scripts.toReversed().flatMap((file) => chunks[file]?.css ?? []),
  );
  return { scripts, styles: [...styles] };
}
