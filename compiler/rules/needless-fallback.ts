import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode, Use } from "../link/program.ts";
import type { FunnelRule } from "./rule.ts";

/** Texts that stand in the document of a page, or in place of the page, when its answers are missing. */
const SEEN_WITHOUT = ["title", "description", "unanswered"];

/**
 * Words for visitors who have not said something, where everybody has: without the answer, the page or the section
 * gives way, and its fallback with it.
 */
export const needlessFallback: FunnelRule = (node) => {
  const told = new Set<string>();
  return node.uses.flatMap((use) => {
    const { written, id } = use;
    if (use.required || use.kind === "score" || !written.includes("|"))
      return [];
    if (!isNeeded(use, node)) return [];
    const at = narrow(node.source, use.path, written);
    const place = `${at.line}:${at.column}`;
    if (told.has(place)) return [];
    told.add(place);
    const needed = written.replace(/\s*\|[^|]*\}\}$/, " }}");
    return [
      diagnose("variable/needless-fallback", at, { written, needed, name: id }),
    ];
  });
};

function isNeeded(
  { step: stepId, kind, id, path }: Use,
  { funnel, origins, traits }: FunnelNode,
): boolean {
  const i = funnel.steps.findIndex((one) => one.id === stepId);
  const step = funnel.steps[i];
  // Who came to it in an earlier edition may never have been asked.
  if (step === undefined || step.late === true) return false;
  const key = String(path[origins[i]?.length ?? 0] ?? "");
  const unseen = [
    ...SEEN_WITHOUT,
    ...(traits.pages[step.page]?.buyersOnly ?? []),
  ];
  if (path[0] !== "shared" && unseen.includes(key)) return false;
  return step.needs.some((need) => need.kind === kind && need.id === id);
}
