import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { startOf } from "../diagnostics/span.ts";
import type { BrandNode, FunnelNode, Program } from "../link/program.ts";
import { data, items, text } from "../schema/read.ts";
import { answerFindings } from "./answers.ts";
import { becomeOf, type Compared, positionNow } from "./match.ts";
import { addressesOf, goneAddresses } from "./addresses.ts";
import {
  liveFunnel,
  type LiveBrand,
  type LiveFunnel,
  type LiveShape,
} from "./shape.ts";

/** What a change does to visitors who came before it: the content as it is now, held against an earlier build. */
export function liveFindings(
  before: LiveShape,
  program: Program,
): Diagnostic[] {
  const nodes = new Map(program.funnels.map((node) => [node.key, node]));
  const brands = new Map(
    program.brands.map((node) => [
      node.brand.id,
      { node, known: addressesOf(node, program) },
    ]),
  );
  return [
    ...Object.entries(before.brands).flatMap(([id, brand]) => {
      const now = brands.get(id);
      return now === undefined ? [] : brandFindings(brand, now);
    }),
    ...Object.entries(before.funnels).flatMap(([key, funnel]) => {
      const owner = brands.get(key.slice(0, key.indexOf("/")));
      // With its brand, its host is gone.
      if (owner === undefined) return [];
      const node = nodes.get(key);
      const { known } = owner;
      return node === undefined
        ? goneAddresses(funnel, known, () => startOf(owner.node.source.file))
        : funnelFindings(funnel, node, known);
    }),
  ];
}

/** A brand now, and all that it answers. */
interface Answering {
  readonly node: BrandNode;
  readonly known: ReadonlySet<string>;
}

function brandFindings(
  before: LiveBrand,
  { node: { source, products }, known }: Answering,
): Diagnostic[] {
  const key = (name: string) => source.span([name], "key");
  return [
    ...before.products
      .filter((code) => !Object.hasOwn(products, code))
      .map((product) =>
        diagnose("live/product-gone", key("products"), { product }),
      ),
    ...before.addresses
      .filter((address) => !known.has(address))
      .map((address) =>
        diagnose("live/address-gone", key("pages"), { address, forget: null }),
      ),
  ];
}

function funnelFindings(
  before: LiveFunnel,
  node: FunnelNode,
  known: ReadonlySet<string>,
): Diagnostic[] {
  const now = liveFunnel(node);
  const forget = items(data(node.source.data).forget);
  const forgotten = new Set(forget.map((name) => text(name)));
  const compared = { before, now, node, forgotten };
  const mounts = () => node.source.span(["mounts"], "key");
  return [
    ...before.steps.flatMap((step) => answerFindings(step, compared)),
    ...newNeeds(compared),
    ...goneAddresses(namedStill(before, node), known, mounts, forgotten),
    ...changedExperiments(compared),
  ];
}

/** Without the questions that are gone: what is said of them covers their addresses. */
function namedStill(before: LiveFunnel, node: FunnelNode): LiveFunnel {
  const steps = before.steps.filter(
    ({ id, answer }) => answer === null || positionNow(id, node) !== -1,
  );
  return { ...before, steps };
}

/** The first step, for each question, whose visitors are sent back to it. */
function newNeeds({ before, now, node }: Compared): Diagnostic[] {
  // What is only called otherwise has a finding of its own.
  const told = new Set(
    before.steps
      .filter(
        ({ id, answer }) => answer !== null && positionNow(id, node) === -1,
      )
      .flatMap(({ id }) => {
        const i = becomeOf(id, { before, now, node });
        return now.steps[i]?.id ?? [];
      }),
  );
  return now.steps.flatMap((step, i) => {
    const { was = [], late = false } = node.funnel.steps[i] ?? {};
    const earlier = before.steps.find(({ id }) =>
      [step.id, ...was].includes(id),
    );
    if (earlier === undefined || late) return [];
    const known = new Set(earlier.needs.map((id) => positionNow(id, node)));
    const questions = step.needs.filter(
      (id) => !told.has(id) && !known.has(positionNow(id, node)),
    );
    for (const id of questions) told.add(id);
    if (questions.length === 0) return [];
    const at = node.source.span(node.origins[i] ?? [], "value");
    return [diagnose("live/need-new", at, { step: step.id, questions })];
  });
}

function changedExperiments({ before, now, node }: Compared): Diagnostic[] {
  return Object.entries(now.experiments).flatMap(([experiment, digest]) => {
    const earlier = before.experiments[experiment];
    if (earlier === undefined || earlier === digest) return [];
    const at = node.source.span(["experiments", experiment], "key");
    return [diagnose("live/experiment-reused", at, { experiment })];
  });
}
