import { diagnose } from "../diagnostics/diagnostic.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import { reachedFrom } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { proofOf } from "../prove/proof.ts";
import { isHidden } from "../shared/privacy.ts";
import type { FunnelRule } from "./rule.ts";

/** A mail to contacts leads to a page that all of them come to: the others would find there what is not for them. */
export const mailForAll: FunnelRule = (node) =>
  node.mails.flatMap(({ moment, to }) => {
    const { steps } = node.funnel;
    const target = steps.findIndex(({ id }) => id === to);
    if (to === null || target === -1 || tells(target, node)) return [];
    const past = waysPast(target, node);
    const before = reachedFrom(past, [0]);
    const asking = steps.flatMap((step, i) =>
      before.has(i) && contactFieldsOf(step, node.traits).includes("email")
        ? [i]
        : [],
    );
    const other = [...reachedFrom(past, asking)].find(
      (i) => i !== target && steps[i]?.edges.length === 0,
    );
    if (other === undefined) return [];
    const at = node.source.span(["mails", moment, "to"], "value");
    const end = steps[other]?.id ?? "";
    return [diagnose("mail/not-for-all", at, { id: to, end })];
  });

/** Whether nobody but who gave a sensitive answer comes to a step: where that leads, no mail can know. */
function tells(i: number, { funnel, traits }: FunnelNode): boolean {
  const step = funnel.steps[i];
  return (
    step !== undefined &&
    isHidden(step.sensitive) &&
    traits.pages[step.page]?.answer === null
  );
}

/** Where each step leads, but for what nobody goes, and without the ways over one of them. */
function waysPast(
  target: number,
  node: FunnelNode,
): readonly (readonly number[])[] {
  const proof = proofOf(node);
  const { steps } = node.funnel;
  return steps.map(({ edges }, i) =>
    i === target
      ? []
      : edges.flatMap((edge, n) => {
          const to = steps.findIndex(({ id }) => id === edge.to);
          const isOther = to !== -1 && to !== target && !tells(to, node);
          return isOther && proof.takes(i, n) === "yes" ? [to] : [];
        }),
  );
}
