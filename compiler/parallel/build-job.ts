import { readFileSync } from "node:fs";
import { compressed } from "../site/compress.ts";
import {
  type Renderer,
  renderUnit,
  type UnitInput,
} from "../site/prerender.ts";
import { loadPrerender, readBundle } from "../site/runtime.ts";
import type { Variant } from "../site/photos.ts";
import {
  servedAs,
  UNIT_FACTS,
  type UnitFacts,
  VARIANT,
} from "../site/served.ts";
import { type Draft, type Entry, openDraft } from "../workspace/build-cache.ts";

/** A piece of a build; what it makes lies in the folder `to`, which nobody else has. */
export type BuildJob = CompressJob | VariantJob | UnitJob;

interface CompressJob {
  readonly kind: "compress";
  readonly to: string;
  readonly file: string;
  /** What it is served as. */
  readonly name: string;
}

interface VariantJob {
  readonly kind: "variant";
  readonly to: string;
  readonly file: string;
  readonly variant: Variant;
}

interface UnitJob {
  readonly kind: "unit";
  readonly to: string;
  /** The folder of the bundled runtime. */
  readonly runtime: string;
  /** A `UnitInput` as JSON. */
  readonly input: string;
}

export async function runBuildJob(job: BuildJob): Promise<Entry> {
  const draft = openDraft(job.to);
  if (job.kind === "compress")
    for (const [ending, bytes] of compressed(job.name, readFileSync(job.file)))
      draft.write(ending, bytes);
  else if (job.kind === "variant") draft.write(VARIANT, await variantOf(job));
  else await writeUnit(job, draft);
  return { dir: draft.dir, files: draft.files };
}

async function variantOf({ file, variant }: VariantJob): Promise<Uint8Array> {
  // Builds without photos do without what makes them.
  const { makeVariant } = await import("../site/make-variant.ts");
  return makeVariant(readFileSync(file), variant);
}

async function writeUnit(job: UnitJob, draft: Draft): Promise<void> {
  const input: UnitInput = JSON.parse(job.input);
  const renderer = await rendererOf(job.runtime);
  const { documents, entry, kept } = await renderUnit(input, renderer);
  for (const { name, content } of [...documents, entry]) {
    draft.write(servedAs(name), content);
    for (const [ending, bytes] of compressed(name, content))
      draft.write(servedAs(name + ending), bytes);
  }
  const facts: UnitFacts = { pages: documents.length, kept };
  draft.write(UNIT_FACTS, JSON.stringify(facts));
}

const renderers = new Map<string, Promise<Renderer>>();

function rendererOf(dir: string): Promise<Renderer> {
  const known = renderers.get(dir) ?? createRenderer(dir);
  renderers.set(dir, known);
  return known;
}

async function createRenderer(dir: string): Promise<Renderer> {
  const module = await loadPrerender(dir);
  return { module, bundle: readBundle(dir), styles: new Map() };
}
