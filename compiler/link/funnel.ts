import type { Funnel, Step, Text } from "../shared/contract.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { basesOf } from "./basis.ts";
import { codesOf, shownCodes } from "./codes.ts";
import { promisesOf } from "./promises.ts";
import { buildGraph, progressOf } from "./graph.ts";
import type { FunnelNode, SensitiveAnswers } from "./program.ts";
import type { Source } from "../parse/source.ts";
import { linkDrawings } from "./drawings.ts";
import { linkBrandEdges, linkEdges } from "./edges.ts";
import { scopeOf } from "./funnel-scope.ts";
import { createLeaf } from "./leaf.ts";
import { linkFunnelMails } from "./mails.ts";
import { mountsOf } from "./mounts.ts";
import { needsOf } from "./needs.ts";
import { emptyUsage } from "./step-usage.ts";
import {
  countConstants,
  countQuestions,
  type QuestionCount,
} from "./question-count.ts";
import { isAside, rawSteps, type RawStep } from "./raw-steps.ts";
import { data, items, text, type Data } from "../schema/read.ts";
import {
  Findings,
  type BrandScope,
  type FunnelScope,
  type Shapes,
} from "./scope.ts";
import type { LinkLeaf } from "./shape.ts";
import {
  dangerousAnswers,
  discreet,
  sensitiveAnswers,
  sensitivities,
} from "./sensitive.ts";
import { editionOf, lateSteps } from "./edition.ts";
import { linkScores, withScoreWords } from "./scores.ts";
import { linkStep, textLeaf } from "./step.ts";
import { variables } from "./text-events.ts";

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
  const names = scopeOf(raw, steps, brand, shapes, findings, isBrandPages);
  const used = new Set<string>();
  const usages = steps.map(({ id, traits }) =>
    emptyUsage(id, used, traits.buyersOnly),
  );
  const edges = isBrandPages
    ? linkBrandEdges(steps, usages, findings)
    : linkEdges(steps, names, findings);
  const count = countQuestions(isBrandPages ? [] : steps, edges);
  const counted = withCount(names, count);
  const scope = withScoreWords(raw, counted, shapes, findings);
  const head = createLeaf(shapes, scope, findings, emptyUsage("", used));
  const { title, description } = headOf(raw, head);
  const bare = steps.map((step, i) =>
    linkStep(step, edges[i] ?? [], usages[i], {
      shapes,
      scope,
      findings,
      title,
      first: i === 0,
    }),
  );
  const linked = bare.map(({ step }) => step);
  const { graph, progress, entrances } = flowOf(steps, linked, isBrandPages);
  const scores = linkScores(steps, scope, shapes);
  const uses = usages.flatMap((usage) => usage.uses);
  const needs = needsOf(steps, graph, { uses, scores, shapes });
  const known = sensitiveAnswers(steps, scores);
  const how = sensitivities(steps, known, { edges, usages, entrances });
  const bases = basesOf(bare, { steps, graph, scores, shapes });
  const facts = { progress, needs, bases, how, late: lateSteps(steps, graph) };
  const finished = complete(steps, linked, facts, { title, known });
  const codes = codesOf(raw, brand, findings);
  const funnel: Funnel = {
    brand: brand.id,
    id: origin.id,
    edition: editionOf(finished),
    title,
    description,
    ...mountsOf(isBrandPages ? [""] : items(raw.mounts)),
    entry: isBrandPages ? null : (finished[0]?.id ?? null),
    steps: finished,
    scores,
    experiments: scope.experiments,
    products: productsOf(used, brand),
    codes: shownCodes(codes),
    analytics: raw.analytics === true,
    replay: raw.replay === true,
  };
  const node: FunnelNode = {
    key: `${brand.id}/${origin.id}`,
    source,
    traits: shapes.language.traits,
    funnel,
    graph,
    ...placesOf(steps),
    count,
    uses,
    links: usages.flatMap(({ links }) => links),
    used,
    codes,
    drawings: drawingsOf(raw, finished, { brand, used, findings, shapes }),
    ...linkFunnelMails(raw, names, { findings, used }, shapes),
    promises: promisesOf(raw),
    repeatable: brand.repeatable,
    currencies: brand.currencies,
    sensitive: known,
    variables: () => variables(scope),
  };
  return { node, diagnostics: findings.found };
}

/** The steps with what the graph says of them. */
function complete(
  steps: readonly RawStep[],
  linked: readonly Step[],
  { progress, needs, bases, how, late }: GraphFacts,
  rest: { readonly title: Text; readonly known: SensitiveAnswers },
): Step[] {
  let part: Step["part"];
  const notAfter = answersOfDanger(dangerousAnswers(steps));
  return linked.map((step, i): Step => {
    const { isQuestion = false, flow } = steps[i] ?? {};
    const sensitive = how[i] ?? "no";
    part = isQuestion ? (step.part ?? part) : undefined;
    return {
      ...step,
      ...(part !== undefined && { part }),
      progress: progress[i] ?? null,
      needs: needs[i] ?? [],
      basis: bases[i] ?? null,
      ...discreet(step, isQuestion ? i : null, { ...rest, sensitive }),
      ...(late.has(i) && { late: true }),
      ...(flow === "offer" && notAfter.length > 0 && { notAfter }),
    };
  });
}

/** One condition for each question by which somebody can say that they are in danger. */
function answersOfDanger(
  dangers: FunnelNode["dangers"],
): NonNullable<Step["notAfter"]> {
  const questions = [...new Set(dangers.map(({ step }) => step))];
  return questions.map((question) => ({
    kind: "answer",
    step: question,
    in: dangers.flatMap(({ step, value }) => (step === question ? value : [])),
  }));
}

/** By position of the step. */
interface GraphFacts {
  readonly progress: readonly Step["progress"][];
  readonly needs: readonly Step["needs"][];
  readonly bases: readonly Step["basis"][];
  readonly how: readonly Step["sensitive"][];
  /** The positions of what is late. */
  readonly late: ReadonlySet<number>;
}

/** The drawings that a funnel names, noted as used, and of the page of unknown addresses its own picture. */
function drawingsOf(
  { drawings }: Data,
  steps: readonly Step[],
  notes: {
    readonly brand: BrandScope;
    readonly used: Set<string>;
    readonly findings: Findings;
    readonly shapes: Shapes;
  },
): readonly string[] {
  for (const name of items(drawings)) notes.used.add(`assets.${text(name)}`);
  const { brand, findings, shapes } = notes;
  const { unknownAddress } = shapes.language.traits;
  const pictures = steps.flatMap(({ page, props }) => {
    const src = text(data(data(props).picture).src);
    return page === unknownAddress && src !== "" ? src : [];
  });
  return [
    ...linkDrawings(drawings, ["drawings"], brand, findings),
    ...pictures,
  ];
}

/** The title and the description of a funnel, for steps without their own. */
function headOf(
  { title, description }: Data,
  leaf: LinkLeaf,
): Pick<Funnel, "title" | "description"> {
  return {
    title: textLeaf(leaf("text", text(title), ["title"])),
    description:
      description === undefined
        ? null
        : textLeaf(leaf("text", description, ["description"])),
  };
}

/** The names that texts may hold, with the number of questions among them; a brand has none. */
function withCount(names: FunnelScope, count: QuestionCount): FunnelScope {
  if (names.isBrandPages) return names;
  const constants = { ...names.constants, ...countConstants(count) };
  return { ...names, constants };
}

/** Who leads where, and how much of the quiz lies behind each step. */
function flowOf(
  steps: readonly RawStep[],
  linked: readonly Step[],
  isBrandPages: boolean,
) {
  const flows = steps.map((step) => step.flow);
  const entrances = positions(steps, ({ traits }) => traits.entrance);
  // A visitor may come to any of a brand's own pages first.
  const firsts = isBrandPages ? positions(steps, () => true) : entrances;
  const graph = buildGraph(linked, flows, firsts, twinsOf(steps));
  const weights = steps.map(({ traits }) => traits.weight);
  const progress = progressOf(weights, flows, graph.successors, entrances);
  return { graph, progress, entrances };
}

/** Where steps are written, and which of them are what. */
function placesOf(steps: readonly RawStep[]) {
  return {
    origins: steps.map((step) => step.path),
    asides: positions(steps, isAside),
    questions: positions(steps, ({ isQuestion }) => isQuestion).size,
    dangers: dangerousAnswers(steps),
    answered: positions(steps, ({ traits }) => traits.answer !== null),
  };
}

function positions(
  steps: readonly RawStep[],
  fits: (step: RawStep) => boolean,
): Set<number> {
  return new Set(steps.flatMap((step, i) => (fits(step) ? [i] : [])));
}

/** The steps that are one page at several addresses: `twins[i]` are the others of step `i`. */
function twinsOf(steps: readonly RawStep[]): number[][] {
  const index = new Map(steps.map(({ id }, i) => [id, i]));
  const twins: number[][] = steps.map(() => []);
  steps.forEach(({ alias }, i) => {
    if (alias !== null) twins[index.get(alias.of) ?? i]?.push(i);
  });
  return twins;
}

/** The products this funnel mentions: a visitor downloads no other. */
function productsOf(
  used: ReadonlySet<string>,
  brand: BrandScope,
): Funnel["products"] {
  return Object.fromEntries(
    Object.entries(brand.products).filter(
      ([code]) => used.has(`products.${code}`) || used.has(`prices.${code}`),
    ),
  );
}
