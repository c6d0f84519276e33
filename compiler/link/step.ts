import type { Basis, Edge, Step, Text, ValueName } from "../shared/contract.ts";
import type { Path } from "../diagnostics/span.ts";
import { createLeaf } from "./leaf.ts";
import { emptyUsage, type StepUsage } from "./step-usage.ts";
import { keyPath, type RawStep } from "./raw-steps.ts";
import { data, items, text, type Data } from "../schema/read.ts";
import type { Findings, FunnelScope, Shapes } from "./scope.ts";
import { linkShape, type LinkLeaf } from "./shape.ts";
import { derivedTitle } from "./title.ts";

export interface StepContext {
  readonly shapes: Shapes;
  readonly scope: FunnelScope;
  readonly findings: Findings;
  /** The funnel's title. */
  readonly title: Text;
  readonly first: boolean;
}

/** A step as it is linked by itself, with what its basis is worked out from. */
export interface LinkedStep {
  readonly step: Step;
  /** The values that the page's own words show, see `StepUsage`. */
  readonly values: readonly ValueName[];
  /** What the content says to visitors whose answers are missing; null where it says nothing. */
  readonly words: NonNullable<Basis["words"]> | null;
}

/** A step with its texts, names and defaults resolved; what the graph says of it is added later. */
export function linkStep(
  step: RawStep,
  edges: readonly Edge[],
  usage: StepUsage = emptyUsage(step.id),
  context: StepContext,
): LinkedStep {
  const { shapes, scope, findings } = context;
  const leaf = createLeaf(shapes, scope, findings, usage);
  const props = linkProps(step, step.raw, leaf, context, null);
  const variant = linkVariant(step, usage, context);
  const values = [...usage.values];
  const { title, description } = step.raw;
  const own = (name: string, value: unknown) =>
    textLeaf(leaf("text", value, keyPath(step, name)));
  const linked: Step = {
    id: step.id,
    page: step.page,
    pattern: step.pattern,
    path: step.address,
    title:
      title === undefined
        ? derivedTitle(
            props,
            context.title,
            scope.constants.project ?? "",
            context.first,
          )
        : own("title", title),
    description:
      description === undefined ? null : own("description", description),
    props,
    ...(step.raw.part !== undefined &&
      step.isQuestion && {
        part: textLeaf(leaf("text", step.raw.part, keyPath(step, "part"))),
      }),
    variant,
    guards: items(step.raw.guards).map((guard) => text(guard)),
    needs: [],
    basis: null,
    edges,
    progress: null,
    personal: usage.personal,
    sensitive: "no",
    ...(step.raw.was !== undefined &&
      step.alias === null && {
        was: items(step.raw.was).map((id) => text(id)),
      }),
  };
  return { step: linked, values, words: linkWords(step, leaf) };
}

function linkWords(step: RawStep, leaf: LinkLeaf): LinkedStep["words"] {
  if (step.raw.unanswered === undefined) return null;
  const texts = Object.entries(data(step.raw.unanswered)).map(
    ([name, written]) => {
      const path = [...keyPath(step, "unanswered"), name];
      return [name, textLeaf(leaf("text", written, path))];
    },
  );
  return Object.fromEntries(texts);
}

/** The properties of a step's page; `changes` are those that differ on the other side of an experiment. */
function linkProps(
  step: RawStep,
  raw: Data,
  leaf: LinkLeaf,
  { shapes }: StepContext,
  changes: Changes | null,
): Data {
  const shape = shapes.pages.get(step.page);
  if (shape === undefined) return {};
  // Most steps stand in one place as a whole.
  if (step.alias === null && changes === null)
    return data(linkShape(shape, raw, step.path, leaf));
  const placeOf = (key: string) =>
    changes !== null && Object.hasOwn(changes.changed, key)
      ? [...changes.inside, key]
      : keyPath(step, key);
  return data(
    linkShape(shape, raw, [], (format, value, [key = "", ...rest]) =>
      leaf(format, value, [...placeOf(String(key)), ...rest]),
    ),
  );
}

interface Changes {
  readonly changed: Data;
  /** Where they are written. */
  readonly inside: Path;
}

/** A linked text as what it is; the linker only ever makes texts of texts. */
export function textLeaf(value: unknown): Step["title"] {
  return typeof value === "string" || Array.isArray(value) ? value : "";
}

function linkVariant(
  step: RawStep,
  usage: StepUsage,
  context: StepContext,
): Step["variant"] {
  if (step.raw.experiment === undefined) return null;
  const { shapes, scope, findings } = context;
  const { name, b } = data(step.raw.experiment);
  const experiment = text(name);
  usage.used.add(`experiments.${experiment}`);
  if (!scope.experiments.includes(experiment))
    findings.add(
      "experiment/unknown",
      [...keyPath(step, "experiment"), "name"],
      { name: experiment, known: scope.experiments },
    );
  if (!shapes.pages.has(step.page)) return null;
  // What b does not change is linked from where it stands; what it changes, from inside the experiment.
  const changed = data(b);
  const inside = [...keyPath(step, "experiment"), "b"];
  const leaf = createLeaf(shapes, scope, findings, usage);
  const raw = { ...step.raw, ...changed };
  const props = linkProps(step, raw, leaf, context, { changed, inside });
  return { experiment, props };
}
