import { readFileSync } from "node:fs";
import { compressed } from "./compress.ts";
import { type Renderer, renderUnit, type UnitInput } from "./prerender.ts";
import { loadPrerender, readBundle } from "./runtime.ts";
import type { IconLook } from "./icons.ts";
import type { ShareLook } from "./share-picture.ts";
import type { Format } from "../shared/picture-variants.ts";
import { servedAs, UNIT_FACTS, type UnitFacts, PICTURE } from "./served.ts";
import { type Draft, type Entry, openDraft } from "../workspace/build-cache.ts";

/** A piece of a build; what it makes lies in the folder `to`, which nobody else has. */
export type BuildJob =
  | CompressJob
  | VariantsJob
  | PictureJob
  | IconsJob
  | MailPictureJob
  | UnitJob;

interface CompressJob {
  readonly kind: "compress";
  readonly to: string;
  readonly file: string;
  /** What it is served as. */
  readonly name: string;
}

/** A photo in one width, in each of the formats: a file of the entry per format, by its name. */
interface VariantsJob {
  readonly kind: "variants";
  readonly to: string;
  readonly file: string;
  readonly width: number;
  readonly formats: readonly Format[];
}

/** The picture of a shared link; files are paths. */
interface PictureJob {
  readonly kind: "picture";
  readonly to: string;
  readonly look: ShareLook;
  readonly font: string;
  readonly drawing: string | null;
}

interface IconsJob {
  readonly kind: "icons";
  readonly to: string;
  readonly look: IconLook;
  readonly font: string;
}

/** The picture at the head of a mail; `ground` is the colour it stands on. */
interface MailPictureJob {
  readonly kind: "mail picture";
  readonly to: string;
  readonly file: string;
  readonly ground: string;
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
  switch (job.kind) {
    case "compress": {
      const bytes = readFileSync(job.file);
      for (const [ending, form] of compressed(job.name, bytes))
        draft.write(ending, form);
      break;
    }
    case "variants":
      await writeVariants(job, draft);
      break;
    case "picture":
      draft.write(PICTURE, await pictureOf(job));
      break;
    case "mail picture":
      draft.write(PICTURE, await mailPictureOf(job));
      break;
    case "icons":
      await writeIcons(job, draft);
      break;
    case "unit":
      await writeUnit(job, draft);
      break;
  }
  return { dir: draft.dir, files: draft.files };
}

async function writeVariants(
  { file, width, formats }: VariantsJob,
  draft: Draft,
): Promise<void> {
  // Builds without photos do without what makes them.
  const { makeVariants } = await import("./make-variants.ts");
  const made = await makeVariants(readFileSync(file), width, formats);
  for (const [format, bytes] of made) draft.write(format, bytes);
}

async function pictureOf({ look, font, drawing }: PictureJob) {
  const { drawSharePicture } = await import("./share-picture.ts");
  const drawn = drawing === null ? null : readFileSync(drawing);
  return drawSharePicture(look, readFileSync(font), drawn);
}

async function mailPictureOf({ file, ground }: MailPictureJob) {
  const { drawMailPicture } = await import("./mail-picture.ts");
  return drawMailPicture(readFileSync(file), ground);
}

async function writeIcons({ look, font }: IconsJob, draft: Draft) {
  const { drawIcons } = await import("./icons.ts");
  for (const [name, bytes] of Object.entries(
    await drawIcons(look, readFileSync(font)),
  ))
    draft.write(name, bytes);
}

async function writeUnit(job: UnitJob, draft: Draft): Promise<void> {
  const input: UnitInput = JSON.parse(job.input);
  const renderer = await rendererOf(job.runtime);
  const { documents, entry, kept } = await renderUnit(input, renderer);
  for (const { name, content, brotli } of [
    ...documents,
    { ...entry, brotli: undefined },
  ]) {
    draft.write(servedAs(name), content);
    for (const [ending, bytes] of compressed(name, content, brotli))
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
