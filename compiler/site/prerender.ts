import { stepAddresses } from "../link/address.ts";
import { isBehindTold } from "../link/behind-told.ts";
import { href } from "../shared/address.ts";
import type { Brand, Funnel } from "../shared/contract.ts";
import type {
  Prerendered,
  PrerenderModule,
  PrerenderRequest,
} from "../shared/render-contract.ts";
import type { Traits } from "../schema/traits.ts";
import type { EmittedFile } from "../emit/file.ts";
import type { Unit } from "./vite-plugin.ts";
import { type Bundle, closureOf, entryOf } from "./runtime.ts";
import { renderDocument } from "./document.ts";
import type { Ground } from "./brand-files.ts";
import { formTargets } from "./form-targets.ts";
import { type Handover, withHandover, type Written } from "./handover.ts";
import { headTags, linkedData, NOT_LISTED, themeColors } from "./head-tags.ts";
import {
  filesOf,
  isKept,
  keptFunnel,
  NO_NETWORK,
  shellPath,
} from "./offline.ts";
import { ownLooks } from "./own-looks.ts";
import { vendorSources } from "./vendor-sources.ts";

/** All that goes into the files of one unit beside the runtime; it passes as JSON, and is their key. */
export interface UnitInput {
  readonly unit: Unit;
  readonly brand: Brand;
  readonly funnel: Funnel;
  /** Custom properties and fonts of the brand, as CSS. */
  readonly theme: string;
  /** Address of the font file that pages load early. */
  readonly font: string;
  readonly ground: Ground;
  /** Where `/` leads; `/` where a page is there. */
  readonly home: string;
  /** Address of the picture that is shown where a link is shared. */
  readonly picture: string;
  /** Data address of what stands in the browser's tab. */
  readonly tabIcon: string;
  readonly traits: Traits;
  readonly apiHosts: readonly string[];
  /** Where the form of a payment leads, by provider. */
  readonly formHosts: readonly (readonly [string, readonly string[]])[];
}

/** The bundled runtime, with what was made of it so far. */
export interface Renderer {
  readonly module: PrerenderModule;
  readonly bundle: Bundle;
  /** Critical styles, by the brand's forms and the file they are of. */
  readonly styles: Map<string, string>;
}

export interface RenderedUnit {
  /** Names are addresses without their first slash. */
  readonly documents: readonly (Written & Pick<EmittedFile, "name">)[];
  /** The script that starts the funnel. */
  readonly entry: EmittedFile;
  /** What the brand's worker keeps of it; null where it keeps nothing. */
  readonly kept: object | null;
}

interface Rendering extends UnitInput, Omit<Renderer, "styles"> {
  readonly entry: string;
  readonly critical: (files: readonly string[]) => string;
}

/** Every file of one unit: `calm/quiz-adhd/start/index.html`, its entry among `assets/`. */
export async function renderUnit(
  input: UnitInput,
  renderer: Renderer,
): Promise<RenderedUnit> {
  const { unit, brand, funnel, font } = input;
  const { module } = renderer;
  const { chunk, content } = entryOf(renderer.bundle, unit, { brand, funnel });
  const chunks = { ...renderer.bundle.chunks, [chunk.file]: chunk };
  const bundle = { ...renderer.bundle, chunks };
  const rendering: Rendering = {
    ...input,
    module,
    bundle,
    entry: chunk.file,
    critical: (files) => criticalStyles(brand, files, renderer),
  };
  const rendered: Rendered[] = [];
  for (const { step, mount } of stepAddresses(funnel)) {
    const request = { brand, funnel, mount: funnel.mounts[mount] ?? "", step };
    const page = await module.render(request);
    rendered.push({ request, page });
  }
  const bodies = new Map(
    rendered.map(({ request, page }) => [addressOf(request), page.body]),
  );
  const [first] = rendered;
  const documents = rendered.map((one) => ({
    name: fileOf(one.request, input.traits),
    ...withHandover(
      {
        address: addressOf(one.request),
        bodies,
        script: bundle.scripts.handover,
        plan: (most) =>
          brand.preloader === "none" ? module.plan(one.request, most) : null,
      },
      (handover) => documentOf(one, first ?? one, handover, rendering),
    ),
  }));
  const entry = { name: chunk.file, content };
  if (first === undefined || !isKept(funnel))
    return { documents, entry, kept: null };
  const shell = {
    name: `${brand.id}${shellPath(funnel.id)}/index.html`,
    content: shellOf(first, rendering),
  };
  const { scripts, styles } = filesOf(bundle, chunk.file, funnel);
  const files = [...scripts, ...styles].map((file) => `/${file}`);
  return {
    documents: [...documents, shell],
    entry,
    kept: keptFunnel(funnel, unit, font === "" ? files : [...files, font]),
  };
}

/** The document of a funnel without any page in it: the runtime shows the one at its address. */
function shellOf({ page }: Rendered, input: Rendering): string {
  const { brand, funnel, entry } = input;
  const { scripts, styles } = filesOf(input.bundle, entry, funnel);
  const { bootFailure, noNetwork } = input.bundle.scripts;
  return renderDocument({
    brand,
    page: { ...page, body: "" },
    tabIcon: input.tabIcon,
    theme: input.theme,
    critical: input.critical(styles),
    inlined: styles.map((file) => `/${file}`),
    entry: `/${entry}`,
    modules: scripts.filter((file) => file !== entry).map((file) => `/${file}`),
    font: input.font,
    tags: [...themeColors(input.ground), NOT_LISTED],
    linkedData: "",
    head: [bootFailure, noNetwork].join("\n"),
    handover: null,
    attributes: { "data-project": brand.project.alias, "data-key": page.key },
    apiHosts: input.apiHosts,
    formTargets: formTargets(brand, funnel, new Map(input.formHosts)),
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
  front: Rendered,
  handover: Handover | null,
  input: Rendering,
): string {
  const { brand, funnel, step } = request;
  const { entry, bundle } = input;
  const own = bundle.pages[step.page];
  if (own === undefined) throw new Error(`no bundle for ${step.page}`);
  const { scripts, styles } = closureOf(bundle.chunks, [entry, own]);
  return renderDocument({
    brand,
    page,
    tabIcon: input.tabIcon,
    theme: input.theme,
    critical: input.critical(styles),
    inlined: styles.map((file) => `/${file}`),
    entry: `/${entry}`,
    modules: scripts.filter((file) => file !== entry).map((file) => `/${file}`),
    font: input.font,
    tags: [
      ...themeColors(input.ground),
      ...headTags({
        ...input,
        step,
        page,
        front: { step: front.request.step, page: front.page },
      }),
    ],
    linkedData: linkedData({ ...input, step }),
    head: headScripts(request, page, handover !== null, input),
    handover,
    attributes: attributesOf(request, page),
    apiHosts: input.apiHosts,
    formTargets: formTargets(brand, funnel, new Map(input.formHosts)),
    ownPictures: showsVisitorPictures(funnel, input.traits),
    vendors: vendorSources(brand, funnel),
    isReading: input.traits.pages[step.page]?.reading ?? false,
  });
}

/** What runs before the first paint delays it: a document has only what it needs. */
function headScripts(
  { brand, step }: PrerenderRequest,
  { body, paidBefore }: Prerendered,
  isHandedOver: boolean,
  { bundle: { scripts } }: Rendering,
): string {
  const hasSides = step.variant !== null;
  const saysWhatIsPaid = paidBefore.length > 0;
  const needsPrehydration =
    hasSides || saysWhatIsPaid || /data-(?:personal|undecided)/.test(body);
  const isEarly = brand.preloader === "start-up" && brand.deviceId === "local";
  return [
    ...(isHandedOver ? [] : [scripts.bootFailure]),
    ...(needsPrehydration ? [scripts.prehydration] : []),
    ...(hasSides ? [scripts.pickSide] : []),
    ...(saysWhatIsPaid ? [scripts.keepRoom] : []),
    ...(isEarly ? [scripts.early] : []),
  ].join("\n");
}

function attributesOf(
  { brand, funnel, step }: PrerenderRequest,
  { key, paidBefore }: Prerendered,
): Record<string, string> {
  return {
    "data-project": brand.project.alias,
    "data-key": key,
    ...((brand.visits === "off" || isBehindTold(step.id, funnel.steps)) && {
      "data-uncounted": "",
    }),
    ...(step.variant !== null && {
      "data-experiment": step.variant.experiment,
    }),
    ...(paidBefore.length > 0 && { "data-paid-before": paidBefore.join(" ") }),
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

/** The rules of the page's own parts in the brand's forms; each stylesheet is read once per form. */
function criticalStyles(
  { look }: Brand,
  files: readonly string[],
  { bundle, styles }: Renderer,
): string {
  const forms = JSON.stringify(look);
  const ownOf = (file: string) => {
    const key = forms + file;
    const own = styles.get(key) ?? ownLooks(bundle.styles[file] ?? "", look);
    styles.set(key, own);
    return own;
  };
  return files.map(ownOf).join("");
}
