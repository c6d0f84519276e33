import { createHash } from "node:crypto";
import { gridOf } from "../link/grid.ts";
import { NONE } from "../link/options.ts";
import { plainTextIn } from "../link/plain-text.ts";
import type { BrandNode, FunnelNode, Program } from "../link/program.ts";
import type { AnswerTrait, QuantityTrait } from "../schema/answer-trait.ts";
import { type Data, data, items, number, text } from "../schema/read.ts";
import { href } from "../shared/address.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import type { FlowGraph } from "../link/graph.ts";
import type {
  AnswerKind,
  Product,
  Step,
  ValueName,
} from "../shared/contract.ts";

/**
 * What visitors' browsers keep of a build and what links lead to, so that a later build can be held against it. Kept as
 * `live.json` with each build.
 */
export interface LiveShape {
  readonly version: typeof LIVE_VERSION;
  /** Where hosts lead that have moved. */
  readonly redirectedHosts: Readonly<Record<string, string>>;
  /** By brand. */
  readonly brands: Readonly<Record<string, LiveBrand>>;
  /** By key, `calm/adhd`. */
  readonly funnels: Readonly<Record<string, LiveFunnel>>;
}

export const LIVE_VERSION = 2;

export interface LiveBrand {
  readonly hosts: readonly string[];
  /** The price list, by code. */
  readonly products: Readonly<Record<string, LiveProduct>>;
  /** Addresses of the brand's own pages. */
  readonly addresses: readonly string[];
  /** Where its redirects lead, by the address that they lead from. */
  readonly redirects: Readonly<Record<string, string>>;
}

/** A product, with what the price list says of it that no page shows. */
export interface LiveProduct extends Omit<Product, "repeatable"> {
  readonly repeatable?: boolean;
  readonly gift?: number;
}

export interface LiveFunnel {
  readonly mounts: readonly string[];
  readonly steps: readonly LiveStep[];
  /** Of each running experiment, a digest of both its sides. */
  readonly experiments: Readonly<Record<string, string>>;
}

export interface LiveStep {
  readonly id: string;
  /** Ids under which still earlier builds stored its answer. */
  readonly was?: readonly string[];
  /** Below the mounts: `4-age`, or an address of its own, `/thank-you`. */
  readonly path: string;
  /** Null for a step that keeps no answer. */
  readonly answer: LiveAnswer | null;
  /** The contact fields that it asks for. */
  readonly contact?: readonly string[];
  /** What must be known before it. */
  readonly needs: readonly ValueName[];
  /** Position of the last step that everybody who comes to it has come by before; null where there is none. */
  readonly behind: number | null;
  readonly late: boolean;
}

export interface LiveAnswer {
  readonly kind: AnswerKind;
  /** Labels by stored value; null where no choice is made. */
  readonly options: Readonly<Record<string, string>> | null;
  /** Stored values by which somebody is in danger; not kept by the builds of before. */
  readonly dangers?: readonly string[];
  /** The stored value of this build by the one of a still earlier build. */
  readonly was?: Readonly<Record<string, string>>;
  readonly min: number | null;
  readonly max: number | null;
  /** How far two numbers are apart; of numbers alone, and not kept by the builds of before. */
  readonly by?: number;
  /** What is measured, as `height`; null for a plain number. As `by`. */
  readonly measure?: string | null;
}

/** The shape of everything that is compiled. */
export function liveShape({ site, brands, funnels }: Program): LiveShape {
  return {
    version: LIVE_VERSION,
    redirectedHosts: leading(site.redirectedHosts),
    brands: Object.fromEntries(
      brands.map((node) => [node.brand.id, liveBrand(node)]),
    ),
    funnels: Object.fromEntries(
      funnels.map((node) => [node.key, liveFunnel(node)]),
    ),
  };
}

function liveBrand(node: BrandNode): LiveBrand {
  const { brand, products, repeatable, gifts } = node;
  return {
    hosts: brand.hosts,
    products: Object.fromEntries(
      Object.entries(products).map(([code, product]) => {
        const [again, gift] = [repeatable.get(code), gifts.get(code)];
        const said = {
          ...(again !== undefined && { repeatable: again }),
          ...(gift !== undefined && { gift }),
        };
        return [code, { ...product, ...said }];
      }),
    ),
    addresses: node.pages.funnel.steps.map(({ path }) => href("", path)),
    redirects: leading(node.redirects),
  };
}

function leading(
  redirects: readonly { readonly from: string; readonly to: string }[],
): Record<string, string> {
  return Object.fromEntries(redirects.map(({ from, to }) => [from, to]));
}

/** The shape of one funnel. */
export function liveFunnel(node: FunnelNode): LiveFunnel {
  const { funnel, traits, graph, dangers } = node;
  const { steps, mounts } = funnel;
  return {
    mounts,
    steps: steps.map((step, i) => {
      const { id, was, path, needs } = step;
      const { answer = null } = traits.pages[step.page] ?? {};
      const asked = contactFieldsOf(step, traits);
      return {
        id,
        ...(was !== undefined && { was }),
        path,
        answer: answer === null ? null : liveAnswer(step, answer, dangers),
        ...(asked.length > 0 && { contact: asked }),
        needs: needs.map((need): ValueName => `${need.kind}.${need.id}`),
        behind: lastBefore(i, graph),
        late: step.late === true,
      };
    }),
    experiments: runningIn(node),
  };
}

/** The experiments that are on a page, each with its digest. */
export function runningIn({
  funnel: { experiments, steps },
}: FunnelNode): LiveFunnel["experiments"] {
  const running = experiments.filter((name) =>
    steps.some(({ variant }) => variant?.experiment === name),
  );
  return Object.fromEntries(
    running.map((name) => [name, digestOf(name, steps)]),
  );
}

/** Of the steps on every way to this one, the one that all the others lie before. */
function lastBefore(i: number, { dominators }: FlowGraph): number | null {
  const depth = (n: number) => dominators[n]?.size ?? 0;
  const [last = null] = [...(dominators[i] ?? [])]
    .filter((n) => n !== i)
    .sort((a, b) => depth(b) - depth(a));
  return last;
}

function liveAnswer(
  { id, props }: Step,
  trait: AnswerTrait,
  all: FunnelNode["dangers"],
): LiveAnswer {
  const given = data(props);
  const dangers = all.flatMap(({ step, value }) => (step === id ? value : []));
  const options = given.options === undefined ? null : labelsOf(given);
  const was = Object.fromEntries(
    items(given.options).flatMap((option) =>
      items(data(option).was).map((old) => [
        text(old),
        text(data(option).value),
      ]),
    ),
  );
  const { low = "", high = "" } = "low" in trait ? trait : {};
  return {
    kind: trait.kind,
    options,
    ...(dangers.length > 0 && { dangers }),
    ...(Object.keys(was).length > 0 && { was }),
    min: number(given[low]) ?? null,
    max: number(given[high] ?? given.maxLength) ?? null,
    ...(trait.kind === "quantity" && {
      by: gridOf(given, trait).by,
      measure: measureOf(given, trait),
    }),
  };
}

function measureOf(given: Data, { tenths = {} }: QuantityTrait): string | null {
  const [measure = null] = Object.entries(tenths)
    .map(([key, values]) => [text(given[key]), values] as const)
    .flatMap(([value, values]) => (Object.hasOwn(values, value) ? value : []));
  return measure;
}

function labelsOf({ options, none }: Data) {
  const labels = items(options).map((option) => {
    const { value, label } = data(option);
    return [text(value), plainTextIn(label)] as const;
  });
  return Object.fromEntries([
    ...labels,
    ...(none === undefined ? [] : [[NONE, plainTextIn(none)] as const]),
  ]);
}

/** Changes with what either side shows: figures of before and after belong to different tests. */
function digestOf(name: string, steps: readonly Step[]): string {
  const hash = createHash("sha256");
  const named = byFirstNames(steps);
  for (const { props, variant } of steps)
    if (variant?.experiment === name)
      hash.update(
        JSON.stringify([props, variant.props], (key, part) =>
          // Gathered from the texts and conditions of a section.
          key === "madeOf" ? undefined : named(part),
        ),
      );
  return hash.digest("hex").slice(0, 12);
}

/** Names questions and choices in texts and conditions as they were called first: who renames them shows the same. */
function byFirstNames(steps: readonly Step[]): (part: unknown) => unknown {
  const questions = new Map(
    steps.map(({ id, was, props }) => {
      const choices = items(data(props).options).map(data);
      const values = choices.map(
        (one) => [one.value, items(one.was)[0] ?? one.value] as const,
      );
      return [id, { first: was?.[0] ?? id, values: new Map(values) }];
    }),
  );
  const first = (id: unknown) => questions.get(text(id))?.first ?? id;
  return (part) => {
    const { kind, of, name, step, id, in: chosen } = data(part);
    if (kind === "variable") return { ...data(part), name: first(name) };
    if (kind === "range" && of === "answer")
      return { ...data(part), id: first(id) };
    if (kind !== "answer") return part;
    const values = questions.get(text(step))?.values;
    const stored = items(chosen).map((value) => values?.get(value) ?? value);
    return { ...data(part), step: first(step), in: stored };
  };
}
