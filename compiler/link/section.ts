import type { Condition } from "../shared/contract.ts";
import type { Path } from "../diagnostics/span.ts";
import { both } from "./conjunction.ts";
import { linkCondition } from "./condition.ts";
import { noteCondition, noteReads, type StepUsage } from "./step-usage.ts";
import { data, items, text } from "../schema/read.ts";
import type { Findings, FunnelScope, Shapes } from "./scope.ts";
import { linkShape, type LinkLeaf } from "./shape.ts";

interface SectionContext {
  readonly shapes: Shapes;
  readonly scope: FunnelScope;
  readonly findings: Findings;
  readonly usage: StepUsage;
  readonly leaf: LinkLeaf;
}

/** The sections of a page, shared ones put in their place. */
export function linkSections(
  raw: unknown,
  path: Path,
  context: SectionContext,
): unknown[] {
  return items(raw).flatMap((item, i) =>
    linkSection(item, [...path, i], { ...context, given: null, within: [] }),
  );
}

interface Inside extends SectionContext {
  /** The condition under which the whole is shown. */
  readonly given: Condition | null;
  /** The shared sections that this one is part of. */
  readonly within: readonly string[];
}

function linkSection(raw: unknown, path: Path, inside: Inside): unknown[] {
  const { shapes, scope, findings, usage, leaf } = inside;
  const { use, when: own, section, ...props } = data(raw);
  const condition = linkCondition(own, [...path, "when"], scope, findings);
  const when = both(inside.given, condition);
  noteCondition(usage, when);
  if (use !== undefined)
    return linkShared(text(use), [...path, "use"], { ...inside, given: when });
  const kind = text(section);
  const shape = shapes.sections.get(kind);
  if (shape === undefined) return [];
  // What this section shows is noted for itself: it may be missing while the page is there.
  const { values, section: around, when: before } = usage;
  usage.values = new Set();
  usage.section = shapes.language.traits.sections[kind] ?? null;
  usage.when = when;
  noteReads(usage, when);
  const linked = data(linkShape(shape, props, path, leaf));
  const madeOf = [...usage.values];
  usage.values = values;
  usage.section = around;
  usage.when = before;
  return [
    { section: kind, when, ...(madeOf.length > 0 && { madeOf }), ...linked },
  ];
}

function linkShared(name: string, path: Path, inside: Inside): unknown[] {
  const { scope, findings, usage, within } = inside;
  const shared = scope.shared.get(name);
  if (shared === undefined) {
    const known = [...scope.shared.keys()];
    findings.add("shared/unknown", path, { name, known });
    return [];
  }
  if (within.includes(name)) {
    findings.add("shared/endless", path, { name });
    return [];
  }
  usage.used.add(`shared.${name}`);
  const deeper = { ...inside, within: [...within, name] };
  return linkSection(shared.data, shared.path, deeper);
}
