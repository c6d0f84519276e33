import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { FunnelNode, SensitiveAnswers } from "../link/program.ts";
import { data, text } from "../schema/read.ts";
import { NEUTRAL_NAME, toldPath } from "../shared/address.ts";
import { isHidden, SENT_ANSWERS } from "../shared/privacy.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, writtenStep } from "./step-span.ts";

/** Sensitive answers reach nobody: by no call, address, title or sale. */
export const sensitive: FunnelRule = (node) =>
  node.funnel.steps.flatMap((_, i) => [
    ...sentAnswer(node, i),
    ...tellingHead(node, i),
    ...tellingAddress(node, i),
    ...sale(node, i),
  ]);

/** The answers to some questions are stored with the contact. */
function sentAnswer(node: FunnelNode, i: number): Diagnostic[] {
  const { id = "", page = "" } = node.funnel.steps[i] ?? {};
  if (!node.sensitive.answers.has(id)) return [];
  const stored = node.traits.pages[page]?.contact ?? "";
  const isSent =
    SENT_ANSWERS.some((one) => one === id) ||
    data(writtenStep(node, i))[stored] !== undefined;
  return isSent
    ? [diagnose("sensitive/sent", nameOf(node, i), { question: id })]
    : [];
}

/** A sensitive page is called as the funnel is, and no other page names such an answer in its title. */
function tellingHead(node: FunnelNode, i: number): Diagnostic[] {
  const step = node.funnel.steps[i];
  const own = data(writtenStep(node, i));
  return ["title", "description"].flatMap((key) => {
    const tells =
      step !== undefined &&
      own[key] !== undefined &&
      (isHidden(step.sensitive) || namesOne(text(own[key]), node.sensitive));
    if (!tells) return [];
    const at = node.source.span([...(node.origins[i] ?? []), key], "value");
    return [diagnose("sensitive/title", at, { key })];
  });
}

const VARIABLE = /\{\{\s*(?:(score|band)\.)?([\w-]+)/g;

function namesOne(written: string, known: SensitiveAnswers): boolean {
  return [...written.matchAll(VARIABLE)].some(([, family, name = ""]) =>
    family === undefined ? known.answers.has(name) : known.scores.has(name),
  );
}

/** The address of a question is made here; that of a page is as it is written. */
function tellingAddress(node: FunnelNode, i: number): Diagnostic[] {
  const step = node.funnel.steps[i];
  if (step === undefined || !isHidden(step.sensitive)) return [];
  const { path } = step;
  if (i < node.questions || toldPath(`/${path}`) !== `/${path}`) return [];
  const at = node.source.span([...(node.origins[i] ?? []), "path"], "value");
  const neutral = `${/^\d+/.exec(path)?.[0] ?? i + 1}-${NEUTRAL_NAME}`;
  return [diagnose("sensitive/address", at, { path, neutral })];
}

/** Who is offered something because of such an answer has told it by buying. */
function sale(node: FunnelNode, i: number): Diagnostic[] {
  const step = node.funnel.steps[i];
  const sells = step && node.traits.pages[step.page]?.flow === "offer";
  if (!sells || !isHidden(step.sensitive)) return [];
  return [diagnose("sensitive/sells", nameOf(node, i), { id: step.id })];
}
