import {
  diagnose,
  type Diagnostic,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import type { FunnelNode, SensitiveAnswers } from "../link/program.ts";
import { readsSensitive } from "../link/sensitive.ts";
import type { Path } from "../diagnostics/span.ts";
import { sectionsOf } from "../prove/conditions.ts";
import { data, items, text } from "../schema/read.ts";
import { NEUTRAL_NAME, isNeutral } from "../shared/address.ts";
import { isHidden, SENT_ANSWERS } from "../shared/privacy.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, writtenStep } from "./step-span.ts";

/** Sensitive answers reach nobody: by no call, address, title or sale. All that a step can send has a line here. */
export const sensitive: FunnelRule = (node) =>
  node.funnel.steps.flatMap((_, i) => [
    ...sentAnswer(node, i),
    ...hiddenCalls(node, i),
    ...revealingHead(node, i),
    ...revealingAddress(node, i),
    ...sale(node, i),
    ...saleInPart(node, i),
  ]);

/** The answers to some questions are stored with the contact. */
function sentAnswer(node: FunnelNode, i: number): Diagnostic[] {
  const { id = "" } = node.funnel.steps[i] ?? {};
  return node.sensitive.answers.has(id) && storesContact(node, i)
    ? [diagnose("sensitive/sent", nameOf(node, i), { question: id })]
    : [];
}

function storesContact(node: FunnelNode, i: number): boolean {
  const { id = "", page = "" } = node.funnel.steps[i] ?? {};
  const stored = node.traits.pages[page]?.contact ?? "";
  return (
    SENT_ANSWERS.some((one) => one === id) ||
    data(writtenStep(node, i))[stored] !== undefined
  );
}

/** Whatever a hidden page sends by itself tells who has seen it. */
function hiddenCalls(node: FunnelNode, i: number): Diagnostic[] {
  const step = node.funnel.steps[i];
  if (step === undefined || !isHidden(step.sensitive)) return [];
  const { id, page, variant } = step;
  const found: Diagnostic[] = [];
  if (variant !== null) {
    const path = [...(node.origins[i] ?? []), "experiment"];
    const at = node.source.span(path, "key");
    found.push(diagnose("sensitive/calls", at, { id, by: "experiment" }));
  }
  const isStored = !node.sensitive.answers.has(id) && storesContact(node, i);
  const { sends = null, visitorPicture } = node.traits.pages[page] ?? {};
  if (isStored || sends !== null || visitorPicture === true) {
    const by = isStored ? "contact" : "page";
    found.push(diagnose("sensitive/calls", nameOf(node, i), { id, by }));
  }
  return found;
}

/** A sensitive page is called as the funnel is, and no other page names such an answer in its title. */
function revealingHead(node: FunnelNode, i: number): Diagnostic[] {
  const step = node.funnel.steps[i];
  const own = data(writtenStep(node, i));
  return ["title", "description"].flatMap((key) => {
    const reveals =
      step !== undefined &&
      own[key] !== undefined &&
      (isHidden(step.sensitive) || namesOne(text(own[key]), node.sensitive));
    if (!reveals) return [];
    const at = node.source.span([...(node.origins[i] ?? []), key], "value");
    return [diagnose("sensitive/title", at, { key })];
  });
}

/** One with a fallback: others can stand in no title, and are told as such. */
const VARIABLE = /\{\{\s*(?:(score|band)\.)?([\w-]+)\s*\|/g;

function namesOne(written: string, known: SensitiveAnswers): boolean {
  return [...written.matchAll(VARIABLE)].some(([, family, name = ""]) =>
    family === undefined ? known.answers.has(name) : known.scores.has(name),
  );
}

/** The address of a question is made here; that of a page is as it is written. */
function revealingAddress(node: FunnelNode, i: number): Diagnostic[] {
  const step = node.funnel.steps[i];
  if (step === undefined || !isHidden(step.sensitive)) return [];
  const { path } = step;
  if (i < node.questions || isNeutral(`/${path}`)) return [];
  const at = node.source.span([...(node.origins[i] ?? []), "path"], "value");
  // Another address of a page is not counted.
  if (node.asides.has(i))
    return [diagnose("sensitive/address", at, { path, neutral: null })];
  const hasId = data(writtenStep(node, i)).id !== undefined;
  const neutral = { path: `{n}-${NEUTRAL_NAME}`, id: hasId ? null : step.id };
  const fix = neutralAddress(neutral, i, node);
  return [diagnose("sensitive/address", at, { path, neutral }, [], fix)];
}

/** The page with a counted address, and its name of before; where that would change the numbers of others, somebody has to look. */
function neutralAddress(
  { path, id }: { readonly path: string; readonly id: string | null },
  i: number,
  node: FunnelNode,
): Fix | undefined {
  const { funnel, source, origins } = node;
  const isCounted = COUNTED.test(funnel.steps[i]?.pattern ?? "");
  const isNumbered = (n: number) =>
    n > i && /^\d/.test(text(data(writtenStep(node, n)).path));
  if (!isCounted && funnel.steps.some((_, n) => isNumbered(n)))
    return undefined;
  const { file } = source;
  const page = origins[i] ?? [];
  const named = { kind: "set-key", file, path: page, key: "id" } as const;
  return {
    kind: "suggested",
    changes: [
      { kind: "set-value", file, path: [...page, "path"], value: path },
      ...(id === null ? [] : [{ ...named, value: id }]),
    ],
  };
}

const COUNTED = /^\d+-/;

/** Whoever is offered something because of such an answer has told it by buying, or by the code that is made. */
function sale(node: FunnelNode, i: number): Diagnostic[] {
  const step = node.funnel.steps[i];
  if (step === undefined || !isHidden(step.sensitive)) return [];
  const { flow, provides = null } = node.traits.pages[step.page] ?? {};
  return flow === "offer" || provides !== null
    ? [diagnose("sensitive/sells", nameOf(node, i), { id: step.id })]
    : [];
}

/** The same, where all see the page and the answer decides what it sells or for how much. */
function saleInPart(node: FunnelNode, i: number): Diagnostic[] {
  const step = node.funnel.steps[i];
  if (step === undefined || isHidden(step.sensitive)) return [];
  const { id, props, variant } = step;
  const written = data(writtenStep(node, i));
  const sides = [
    { props, raw: written, inside: [] },
    ...(variant === null
      ? []
      : [
          {
            props: variant.props,
            raw: data(data(written.experiment).b),
            inside: ["experiment", "b"],
          },
        ]),
  ];
  return sides.flatMap((side) => {
    // Another address of a page, and the other side of an experiment, may have the sections of the page itself.
    if (side.raw.sections === undefined) return [];
    const sections = items(data(side.props).sections);
    return sectionsOf(side).flatMap(({ section, when }) => {
      if (!readsSensitive(when, node.sensitive)) return [];
      if (!decidesSale(sections[section], node)) return [];
      const path: Path = [...(node.origins[i] ?? []), ...side.inside];
      const place = [...path, "sections", section];
      const own = data(items(side.raw.sections)[section]).when !== undefined;
      const at = node.source.span(own ? [...place, "when"] : place, "value");
      return [diagnose("sensitive/sells-part", at, { id })];
    });
  });
}

/** Whether a section is about what is sold, or for how much. */
function decidesSale(section: unknown, { traits }: FunnelNode): boolean {
  const own = traits.sections[text(data(section).section)];
  return (
    own !== undefined && (own.plans !== null || own.asks !== null || own.clock)
  );
}
