/** The folder `map` holds what draws the flow of a funnel, as a picture, as Mermaid or as data. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { href } from "../shared/address.ts";
import type { Condition, EdgeKind, Step } from "../shared/contract.ts";
import type { FunnelNode } from "../link/program.ts";
import { headOf } from "../link/head-of.ts";
import { inWords } from "./words.ts";

/** One funnel as a map: its steps in the order of the file, and the ways between them. */
export interface FlowMap {
  /** `calm/adhd` */
  readonly key: string;
  readonly name: string;
  readonly steps: readonly MapStep[];
  readonly ways: readonly Way[];
}

export interface MapStep {
  readonly id: string;
  /** Its address at the funnel's first mount. */
  readonly path: string;
  readonly page: string;
  readonly kind: "question" | "page" | "offer" | "end";
  /** What it says first. */
  readonly head: string;
  /** In words, where every way to it has the same condition; else null. */
  readonly when: string | null;
  readonly experiment: string | null;
  readonly findings: readonly Pick<Diagnostic, "code" | "message">[];
}

export interface Way {
  readonly from: string;
  /** The id of a step, or an address of the brand. */
  readonly to: string;
  readonly on: EdgeKind;
  /** In words; null where nothing decides, or `when` of the step that it leads to says it. */
  readonly when: string | null;
  /** Whether it follows from the order in the file alone. */
  readonly isNatural: boolean;
}

/** The map of a funnel, with those of the findings that belong to one of its steps. */
export function flowMap(
  node: FunnelNode,
  diagnostics: readonly Diagnostic[],
): FlowMap {
  const { funnel, key, source } = node;
  const { steps } = funnel;
  const shown = steps.map(({ id }) => conditionOf(id, steps));
  const own = diagnostics.filter(({ at }) => at.file === source.file);
  return {
    key,
    name: headOfFunnel(node),
    steps: steps.map((step, i) => ({
      id: step.id,
      path: href(funnel.mounts[0] ?? "", step.path),
      page: step.page,
      kind: kindOf(node, i),
      head: headOf(step),
      when: said(shown[i] ?? null, node),
      experiment: step.variant?.experiment ?? null,
      findings: findingsAt(node, i, own),
    })),
    ways: steps.flatMap((_, i) => waysOf(node, i, shown)),
  };
}

function headOfFunnel({ source, key }: FunnelNode): string {
  const { name } = Object(source.data);
  return typeof name === "string" ? name : key;
}

function kindOf({ funnel, traits, questions }: FunnelNode, i: number) {
  const flow = traits.pages[funnel.steps[i]?.page ?? ""]?.flow;
  if (flow === "offer" || flow === "end") return flow;
  return i < questions ? "question" : "page";
}

/** The one condition that all ways to a step have. */
function conditionOf(id: string, steps: readonly Step[]): Condition | null {
  const [first = null, ...others] = steps.flatMap(({ edges }) =>
    edges.flatMap(({ to, when }) => (to === id ? [when] : [])),
  );
  const same = JSON.stringify(first);
  return others.every((one) => JSON.stringify(one) === same) ? first : null;
}

function said(condition: Condition | null, { funnel }: FunnelNode) {
  return condition === null ? null : inWords(condition, funnel);
}

function waysOf(
  node: FunnelNode,
  i: number,
  shown: readonly (Condition | null)[],
): Way[] {
  const { steps } = node.funnel;
  const step = steps[i];
  if (step === undefined) return [];
  return step.edges.map(({ on, to, when }) => {
    const target = steps.findIndex(({ id }) => id === to);
    const isSaid =
      when === null ||
      JSON.stringify(when) === JSON.stringify(shown[target] ?? null);
    // From here on each step up to the target is one that not everybody sees.
    const passed = shown.slice(i + 1, Math.max(target, i + 1));
    const follows = target > i && passed.every((one) => one !== null);
    return {
      from: step.id,
      to,
      on,
      when: isSaid ? null : said(when, node),
      isNatural: on === "next" && isSaid && follows,
    };
  });
}

/** The findings that stand in the lines of a step. */
function findingsAt(
  { source, origins }: FunnelNode,
  i: number,
  diagnostics: readonly Diagnostic[],
): MapStep["findings"] {
  const origin = origins[i];
  if (origin === undefined || diagnostics.length === 0) return [];
  const { line, endLine } = source.span(origin, "value");
  return diagnostics
    .filter(({ at }) => at.line >= line && at.line <= endLine)
    .map(({ code, message }) => ({ code, message }));
}
