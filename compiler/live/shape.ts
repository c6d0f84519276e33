import { createHash } from "node:crypto";
import { NONE } from "../link/options.ts";
import { plainTextIn } from "../link/plain-text.ts";
import type { BrandNode, FunnelNode, Program } from "../link/program.ts";
import { data, items, number, text } from "../schema/read.ts";
import { href } from "../shared/address.ts";
import type { AnswerKind, Step } from "../shared/contract.ts";

/**
 * What visitors' browsers keep of a build and what links lead to, so that a later build can be held against it. Kept as
 * `live.json` with each build.
 */
export interface LiveShape {
  readonly version: typeof LIVE_VERSION;
  /** By brand. */
  readonly brands: Readonly<Record<string, LiveBrand>>;
  /** By key, `calm/adhd`. */
  readonly funnels: Readonly<Record<string, LiveFunnel>>;
}

export const LIVE_VERSION = 1;

export interface LiveBrand {
  /** Codes of the price list. */
  readonly products: readonly string[];
  /** Addresses of the brand's own pages. */
  readonly addresses: readonly string[];
}

export interface LiveFunnel {
  readonly mounts: readonly string[];
  readonly steps: readonly LiveStep[];
  /** Of each running experiment, a digest of both its sides. */
  readonly experiments: Readonly<Record<string, string>>;
}

export interface LiveStep {
  readonly id: string;
  /** Below the mounts: `4-age`, or an address of its own, `/thank-you`. */
  readonly path: string;
  /** Null for a step that keeps no answer. */
  readonly answer: LiveAnswer | null;
  /** Ids of the questions that must be answered before it. */
  readonly needs: readonly string[];
  readonly late: boolean;
}

export interface LiveAnswer {
  readonly kind: AnswerKind;
  /** Labels by stored value; null where no choice is made. */
  readonly options: Readonly<Record<string, string>> | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** The shape of everything that is compiled. */
export function liveShape(program: Program): LiveShape {
  return {
    version: LIVE_VERSION,
    brands: Object.fromEntries(
      program.brands.map((node) => [node.brand.id, liveBrand(node)]),
    ),
    funnels: Object.fromEntries(
      program.funnels.map((node) => [node.key, liveFunnel(node)]),
    ),
  };
}

function liveBrand({ products, pages }: BrandNode): LiveBrand {
  return {
    products: Object.keys(products),
    addresses: pages.funnel.steps.map(({ path }) => href("", path)),
  };
}

/** The shape of one funnel. */
export function liveFunnel({ funnel, traits }: FunnelNode): LiveFunnel {
  const { steps, mounts, experiments } = funnel;
  return {
    mounts,
    steps: steps.map((step) => {
      const { id, path, needs } = step;
      const trait = traits.pages[step.page]?.answer ?? null;
      return {
        id,
        path,
        answer: trait === null ? null : liveAnswer(step, trait),
        needs: needs.flatMap((need) =>
          need.kind === "answer" ? [need.id] : [],
        ),
        late: step.late === true,
      };
    }),
    experiments: Object.fromEntries(
      experiments.map((name) => [name, digestOf(name, steps)]),
    ),
  };
}

function liveAnswer(
  { props }: Step,
  trait: {
    readonly kind: AnswerKind;
    readonly low?: string;
    readonly high?: string;
  },
): LiveAnswer {
  const given = data(props);
  const options = given.options === undefined ? null : labelsOf(given);
  return {
    kind: trait.kind,
    options,
    min: number(given[trait.low ?? ""]) ?? null,
    max: number(given[trait.high ?? ""] ?? given.maxLength) ?? null,
  };
}

function labelsOf({ options, none }: ReturnType<typeof data>) {
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
  for (const { id, props, variant } of steps)
    if (variant?.experiment === name)
      hash.update(JSON.stringify([id, props, variant.props]));
  return hash.digest("hex").slice(0, 12);
}
