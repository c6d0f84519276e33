import type { Band, Edge, Funnel, Step } from "../contract.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { buildGraph, progressOf } from "../graph.ts";
import type { FunnelNode } from "../program.ts";
import type { Source } from "../source.ts";
import { linkEdges } from "./edges.ts";
import { createLeaf, type Notebook } from "./leaf.ts";
import { needsOf } from "./needs.ts";
import { linkOptions, optionValue } from "./options.ts";
import { data, items, number, text } from "./read.ts";
import { rawSteps, type RawStep } from "./raw-steps.ts";
import {
  Findings,
  type BrandScope,
  type FunnelScope,
  type QuestionNames,
  type Shapes,
} from "./scope.ts";
import { linkScores } from "./scores.ts";
import { linkShape } from "./shape.ts";
import { titleOf } from "./title.ts";

/** Where a funnel's steps come from: its own file, or the `pages` of brand.yaml. */
export interface FunnelOrigin {
  readonly id: string;
  readonly brand: BrandScope;
  readonly source: Source;
}

/** Resolves every name of one funnel and builds its graph. Pure: the same input gives the same node. */
export function linkFunnel(
  origin: FunnelOrigin,
  shapes: Shapes,
): { node: FunnelNode; diagnostics: readonly Diagnostic[] } {
  const { source, brand } = origin;
  const findings = new Findings(source);
  const raw = data(source.data);
  const isBrandPages = origin.id === "pages";
  const steps = rawSteps(raw, shapes.language, isBrandPages);
  const scope = scopeOf(raw, steps, brand, shapes, findings);
  const used = new Set<string>();
  const notebooks = steps.map((step): Notebook => ({
    step: step.id,
    uses: [],
    used,
    personal: false,
  }));
  const edges = isBrandPages
    ? steps.map(() => [])
    : linkEdges(steps, scope, findings);
  const linked = steps.map((step, i) =>
    linkStep(step, edges[i] ?? [], notebooks[i], {
      shapes,
      scope,
      findings,
      funnel: raw,
      first: i === 0,
    }),
  );
  const flows = steps.map((step) => step.flow);
  const graph = buildGraph(linked, flows);
  const progress = progressOf(linked, flows, graph.successors);
  const scores = linkScores(raw, steps, scope, shapes, findings);
  const uses = notebooks.flatMap((notebook) => notebook.uses);
  const needs = needsOf(steps, graph, uses, scores);
  const finished = linked.map((step, i): Step => ({
    ...step,
    progress: progress[i] ?? null,
    needs: needs[i] ?? [],
  }));
  const head = createLeaf(shapes, scope, findings, {
    step: "",
    uses: [],
    used,
    personal: false,
  });
  const funnel: Funnel = {
    brand: brand.id,
    id: origin.id,
    name: text(raw.name, origin.id),
    title: textLeaf(head("text", text(raw.title), ["title"])),
    description:
      raw.description === undefined
        ? null
        : textLeaf(head("text", raw.description, ["description"])),
    mounts: isBrandPages ? [""] : items(raw.mounts).map((mount) => text(mount)),
    entry: isBrandPages ? null : (finished[0]?.id ?? null),
    steps: finished,
    routes: routesOf(finished),
    scores,
    experiments: scope.experiments,
    products: productsOf(finished, brand),
    analytics: raw.analytics === true,
    replay: raw.replay === true,
  };
  const node: FunnelNode = {
    key: `${brand.id}/${origin.id}`,
    source,
    funnel,
    graph,
    origins: steps.map((step) => step.path),
    questions: steps.filter((step) => step.isQuestion).length,
    uses,
    used,
  };
  return { node, diagnostics: findings.found };
}

interface StepContext {
  readonly shapes: Shapes;
  readonly scope: FunnelScope;
  readonly findings: Findings;
  readonly funnel: Readonly<Record<string, unknown>>;
  readonly first: boolean;
}

function linkStep(
  step: RawStep,
  edges: readonly Edge[],
  notebook: Notebook = {
    step: step.id,
    uses: [],
    used: new Set(),
    personal: false,
  },
  context: StepContext,
): Step {
  const { shapes, scope, findings } = context;
  const leaf = createLeaf(shapes, scope, findings, notebook);
  const shape = shapes.pages.get(step.page);
  const props =
    shape === undefined
      ? {}
      : data(linkShape(shape, step.raw, step.path, leaf));
  const { title, description } = titleOf(
    step.raw,
    context.funnel,
    context.first,
  );
  // A title made from the question repeats its mistakes; they are reported where they are written.
  const quiet = createLeaf(shapes, scope, new Findings(findings.source), {
    ...notebook,
    uses: [],
  });
  return {
    id: step.id,
    page: step.page,
    pattern: step.pattern,
    path: step.address,
    title: textLeaf(
      (title.derived ? quiet : leaf)("text", title.text, [
        ...step.path,
        "title",
      ]),
    ),
    description:
      description === null
        ? null
        : textLeaf(leaf("text", description, [...step.path, "description"])),
    props,
    variant: linkVariant(step, notebook, context),
    guards: items(step.raw.guards).map((guard) => text(guard)),
    needs: [],
    edges,
    progress: null,
    personal: notebook.personal,
  };
}

function textLeaf(value: unknown): Step["title"] {
  return typeof value === "string" || Array.isArray(value) ? value : "";
}

function linkVariant(
  step: RawStep,
  notebook: Notebook,
  context: StepContext,
): Step["variant"] {
  if (step.raw.experiment === undefined) return null;
  const { shapes, scope, findings } = context;
  const { name, b } = data(step.raw.experiment);
  const experiment = text(name);
  notebook.used.add(`experiments.${experiment}`);
  if (!scope.experiments.includes(experiment))
    findings.add("experiment/unknown", [...step.path, "experiment", "name"], {
      name: experiment,
      known: scope.experiments,
    });
  const shape = shapes.pages.get(step.page);
  if (shape === undefined) return null;
  // What b does not change is linked from where it stands; what it changes, from inside the experiment.
  const changed = data(b);
  const path = [...step.path, "experiment", "b"];
  const leaf = createLeaf(shapes, scope, findings, notebook);
  const linked = linkShape(
    shape,
    { ...step.raw, ...changed },
    step.path,
    (format, value, at) => {
      const key = at[step.path.length];
      const inside = typeof key === "string" && key in changed;
      return leaf(
        format,
        value,
        inside ? [...path, ...at.slice(step.path.length)] : at,
      );
    },
  );
  return { experiment, props: data(linked) };
}

function scopeOf(
  raw: Readonly<Record<string, unknown>>,
  steps: readonly RawStep[],
  brand: BrandScope,
  shapes: Shapes,
  findings: Findings,
): FunnelScope {
  const questions = new Map<string, QuestionNames>();
  const sets = data(raw.optionSets);
  for (const step of steps)
    if (step.isAnswered)
      questions.set(step.id, {
        page: step.page,
        values: choiceValues(step),
      });
  const scores = new Map(
    Object.entries(data(raw.scores)).map(([id, score]) => [
      id,
      { bands: bandsOf(score) },
    ]),
  );
  const scope = {
    ...brand,
    steps: steps.map((step) => step.id),
    questions,
    scores,
    experiments: Object.keys(data(raw.experiments)),
    shared: new Map(
      Object.entries(data(raw.shared)).map(([name, section]) => [
        name,
        { data: { ...data(section) }, path: ["shared", name] },
      ]),
    ),
    optionSets: new Map<string, ReturnType<typeof linkOptions>>(),
  } satisfies FunnelScope;
  const notebook: Notebook = {
    step: "",
    uses: [],
    used: new Set(),
    personal: false,
  };
  const leaf = createLeaf(shapes, scope, findings, notebook);
  for (const [name, set] of Object.entries(sets))
    scope.optionSets.set(name, linkOptions(set, ["optionSets", name], leaf));
  return scope;
}

function bandsOf(score: unknown): Band[] {
  return items(data(score).bands).map((band) => ({
    id: text(data(band).id),
    label: "",
    text: null,
    upTo: number(data(band).upTo),
  }));
}

function choiceValues({ choices, raw }: RawStep): readonly string[] | null {
  if (choices === null) return null;
  const values = choices.list.map(optionValue);
  return raw.none === undefined ? values : [...values, "none"];
}

function routesOf(steps: readonly Step[]): Funnel["routes"] {
  const byPattern = new Map<string, string[]>();
  for (const step of steps) {
    const group = byPattern.get(step.pattern) ?? [];
    group.push(step.id);
    byPattern.set(step.pattern, group);
  }
  return [...byPattern].map(([pattern, ids]) => ({ pattern, steps: ids }));
}

/** The products this funnel mentions: a visitor downloads no other. */
function productsOf(
  steps: readonly Step[],
  brand: BrandScope,
): Funnel["products"] {
  const mentioned = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (
          (key === "product" || key === "regular") &&
          typeof inner === "string"
        )
          mentioned.add(inner);
        else visit(inner);
      }
    }
  };
  for (const step of steps) {
    visit(step.props);
    visit(step.variant?.props);
  }
  return Object.fromEntries(
    Object.entries(brand.products).filter(([code]) => mentioned.has(code)),
  );
}
