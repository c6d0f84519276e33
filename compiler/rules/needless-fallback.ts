import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { FunnelNode, Use } from "../link/program.ts";
import { mayBeEmpty } from "../prove/possible-answers.ts";
import type { FunnelRule } from "./rule.ts";

/** Texts that stand in the document of a page, or in place of the page, when its answers are missing. */
const SEEN_WITHOUT = ["title", "description", "unanswered"];

/** Where texts stand that several steps show. */
const ELSEWHERE: ReadonlySet<unknown> = new Set(["shared", "scores"]);

/**
 * Words for visitors who have not said something, where everybody has: without the answer, the page or the section
 * gives way, and its fallback with it.
 */
export const needlessFallback: FunnelRule = (node) => {
  // What several steps show is needless where no step needs it.
  const needless = new Map<string, Use | null>();
  for (const use of node.uses) {
    const { written, path } = use;
    if (use.required || use.kind === "score" || !written.includes("|"))
      continue;
    const place = JSON.stringify([path, written]);
    const isNeedless = needless.get(place) !== null && isNeeded(use, node);
    needless.set(place, isNeedless ? use : null);
  }
  return [...needless.values()].flatMap((use) => {
    if (use === null) return [];
    const { written, id, path } = use;
    const at = narrow(node.source, path, written);
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
  // Whoever came to it in an earlier edition may never have been asked.
  if (step === undefined || step.late === true) return false;
  const key = String(path[origins[i]?.length ?? 0] ?? "");
  const unseen = [
    ...SEEN_WITHOUT,
    ...(traits.pages[step.page]?.buyersOnly ?? []),
  ];
  // Where nothing was chosen, there is nothing else to read.
  const question = funnel.steps.find((one) => one.id === id);
  if (kind === "answer" && mayBeEmpty(question, traits.pages)) return false;
  if (!ELSEWHERE.has(path[0]) && unseen.includes(key)) return false;
  return step.needs.some((need) => need.kind === kind && need.id === id);
}
