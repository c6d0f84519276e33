import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stepAddresses } from "../link/address.ts";
import { href } from "../shared/address.ts";
import type { Brand, Funnel, Step } from "../shared/contract.ts";
import type {
  Prerendered,
  PrerenderModule,
  PrerenderRequest,
} from "../shared/render-contract.ts";
import type { Traits } from "../schema/traits.ts";
import type { EmittedFile } from "../emit/file.ts";
import type { Unit } from "./vite-plugin.ts";
import { closureOf, type Bundle } from "./bundle.ts";
import { renderDocument } from "./document.ts";
import { type FormHosts, formTargets } from "./form-targets.ts";
import {
  filesOf,
  isKept,
  keptFunnel,
  NO_NETWORK,
  shellPath,
} from "./offline.ts";
import { ownLooks } from "./own-looks.ts";
import { vendorSources } from "./vendor-sources.ts";

export interface Scripts {
  /** For documents that show something personal, or a side of an experiment. */
  readonly prehydration: string;
  readonly handover: string;
  /** For documents without a hand-over, which does the same. */
  readonly bootFailure: string;
  /** For brands that wait for start-up. */
  readonly early: string;
  /** For documents that the worker keeps. */
  readonly noNetwork: string;
}

export interface PrerenderInput {
  readonly root: string;
  readonly module: PrerenderModule;
  readonly traits: Traits;
  readonly bundle: Bundle;
  readonly scripts: Scripts;
  readonly preloads: Readonly<Record<string, string>>;
  readonly apiHosts: readonly string[];
  /** Where the form of a payment leads. */
  readonly formHosts: FormHosts;
  /** Critical styles made so far. */
  readonly styles: Map<string, string>;
}

interface PrerenderedUnit {
  readonly pages: readonly EmittedFile[];
  /** What the brand's worker keeps of it; null where it keeps nothing. */
  readonly kept: object | null;
}

/** Every HTML file of one unit: `calm/quiz-adhd/start/index.html`. */
export async function prerenderUnit(
  unit: Unit,
  input: PrerenderInput,
): Promise<PrerenderedUnit> {
  const { brand, funnel } = await input.module.load(unit.brand, unit.funnel);
  const theme = readFileSync(
    join(input.root, `generated/brands/${unit.brand}/theme.css`),
    "utf8",
  );
  const requests = stepAddresses(funnel).map(
    ({ step, mount }): PrerenderRequest => ({
      brand,
      funnel,
      mount: funnel.mounts[mount] ?? "",
      step,
    }),
  );
  const rendered: Rendered[] = [];
  for (const request of requests)
    rendered.push({ request, page: await input.module.render(request) });
  const bodies = new Map(
    rendered.map(({ request, page }) => [addressOf(request), page.body]),
  );
  const pages = rendered.map((one) => ({
    name: fileOf(one.request, input.traits),
    content: documentOf(one, bodies, theme, unit, input),
  }));
  const [first] = rendered;
  if (first === undefined || !isKept(funnel)) return { pages, kept: null };
  const shell = {
    name: `${brand.id}${shellPath(funnel.id)}/index.html`,
    content: shellOf(first, theme, unit, input),
  };
  const { scripts, styles } = filesOf(input.bundle, unit, funnel);
  const files = [...scripts, ...styles].map((file) => `/${file}`);
  const font = input.preloads[brand.id];
  return {
    pages: [...pages, shell],
    kept: keptFunnel(funnel, unit, [...files, ...(font ? [font] : [])]),
  };
}

/** The document of a funnel without any page in it: the runtime shows the one at its address. */
function shellOf(
  { request: { brand, funnel }, page }: Rendered,
  theme: string,
  unit: Unit,
  input: PrerenderInput,
): string {
  const { scripts, styles, entry } = filesOf(input.bundle, unit, funnel);
  return renderDocument({
    brand,
    page: { ...page, body: "" },
    theme,
    critical: criticalStyles(brand, styles, input),
    inlined: styles.map((file) => `/${file}`),
    entry: `/${entry}`,
    modules: scripts.filter((file) => file !== entry).map((file) => `/${file}`),
    font: input.preloads[brand.id] ?? "",
    head: [input.scripts.bootFailure, input.scripts.noNetwork].join("\n"),
    handover: null,
    attributes: { "data-project": brand.project.alias, "data-key": page.key },
    apiHosts: input.apiHosts,
    formTargets: formTargets(brand, funnel, input.formHosts),
    ownPictures: showsVisitorPictures(funnel, input.traits),
    vendors: vendorSources(brand, funnel),
    notice: NO_NETWORK,
    isReading: false,
  });
}

interface Rendered {
  readonly request: PrerenderRequest;
  readonly page: Prerendered;
}

function addressOf({
  mount,
  step,
}: Pick<PrerenderRequest, "mount" | "step">): string {
  return href(mount, step.path);
}

/** The not-found page is the file that the server gives for unknown addresses. */
function fileOf(request: PrerenderRequest, traits: Traits): string {
  if (request.step.page === traits.unknownAddress)
    return `${request.brand.id}/404.html`;
  return `${request.brand.id}${addressOf(request)}/index.html`;
}

function documentOf(
  { request, page }: Rendered,
  bodies: ReadonlyMap<string, string>,
  theme: string,
  unit: Unit,
  input: PrerenderInput,
): string {
  const { brand, funnel, step } = request;
  const entry = input.bundle.entries.get(`${unit.brand}/${unit.funnel}`);
  const own = input.bundle.pages.get(step.page);
  if (entry === undefined || own === undefined)
    throw new Error(`no bundle for ${unit.brand}/${unit.funnel}/${step.page}`);
  const { scripts, styles } = closureOf(input.bundle, [entry, own]);
  const handover = handoverOf(request, bodies, input);
  return renderDocument({
    brand,
    page,
    theme,
    critical: criticalStyles(brand, styles, input),
    inlined: styles.map((file) => `/${file}`),
    entry: `/${entry}`,
    modules: scripts.filter((file) => file !== entry).map((file) => `/${file}`),
    font: input.preloads[brand.id] ?? "",
    head: headScripts(request, page, handover !== null, input),
    handover,
    attributes: attributesOf(brand, page, step),
    apiHosts: input.apiHosts,
    formTargets: formTargets(brand, funnel, input.formHosts),
    ownPictures: showsVisitorPictures(funnel, input.traits),
    vendors: vendorSources(brand, funnel),
    isReading: input.traits.pages[step.page]?.reading ?? false,
  });
}

/** What runs before the first paint delays it: a document has only what it needs. */
function headScripts(
  { brand, step }: PrerenderRequest,
  { body }: Prerendered,
  isHandedOver: boolean,
  { scripts }: PrerenderInput,
): string {
  const needsPrehydration =
    step.variant !== null || body.includes("data-personal");
  const isEarly = brand.preloader === "start-up" && brand.deviceId === "local";
  return [
    ...(isHandedOver ? [] : [scripts.bootFailure]),
    ...(needsPrehydration ? [scripts.prehydration] : []),
    ...(isEarly ? [scripts.early] : []),
  ].join("\n");
}

function handoverOf(
  request: PrerenderRequest,
  bodies: ReadonlyMap<string, string>,
  input: PrerenderInput,
) {
  const plan =
    request.brand.preloader === "none" ? input.module.plan(request) : null;
  if (plan === null) return null;
  const templates = Object.keys(plan.steps)
    .filter((address) => address !== addressOf(request))
    .map(
      (address) =>
        `<template data-address="${address}">${bodies.get(address) ?? ""}</template>`,
    )
    .join("");
  return { script: input.scripts.handover, plan, templates };
}

function attributesOf(
  brand: Brand,
  { key }: Prerendered,
  step: Step,
): Record<string, string> {
  return {
    "data-project": brand.project.alias,
    "data-key": key,
    ...(step.variant !== null && {
      "data-experiment": step.variant.experiment,
    }),
  };
}

/** A visitor stays in the document they came in by, so one page that shows such pictures stands for the funnel. */
function showsVisitorPictures({ steps }: Funnel, traits: Traits): boolean {
  return steps.some(
    ({ page, props }) =>
      traits.pages[page]?.visitorPicture ||
      ("sections" in props &&
        Array.isArray(props.sections) &&
        props.sections.some(
          (item) => traits.sections[Object(item).section]?.visitorPicture,
        )),
  );
}

/** The rules of the page's own parts in the brand's forms; made once per brand and set of stylesheets. */
function criticalStyles(
  brand: Brand,
  files: readonly string[],
  { bundle, styles }: PrerenderInput,
): string {
  const key = [brand.id, ...files].join();
  const known = styles.get(key);
  if (known !== undefined) return known;
  const all = files.map((file) => bundle.styles.get(file) ?? "").join("");
  const own = ownLooks(all, brand.look);
  styles.set(key, own);
  return own;
}
